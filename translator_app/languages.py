"""What is known of languages: which have no spaces, what they are called in English and in Chinese; data only."""

from translator_app.manifest import language

UNSPACED = frozenset(("zh", "ja", "yue", "wuu", "lzh", "th", "lo", "km", "my"))  # no spaces between words or sentences
_NAMES = {
    code: (english.replace("_", " "), chinese)
    for code, english, chinese in (
        entry.split("=")
        for entry in (
            "en=English=英语 zh=Chinese=中文 yue=Cantonese=粤语 wuu=Wu_Chinese=吴语 lzh=Classical_Chinese=文言 ja=Japanese=日语 "
            "ko=Korean=韩语 de=German=德语 fr=French=法语 es=Spanish=西班牙语 pt=Portuguese=葡萄牙语 it=Italian=意大利语 nl=Dutch=荷兰语 "
            "ru=Russian=俄语 uk=Ukrainian=乌克兰语 be=Belarusian=白俄罗斯语 pl=Polish=波兰语 cs=Czech=捷克语 sk=Slovak=斯洛伐克语 "
            "sl=Slovenian=斯洛文尼亚语 hr=Croatian=克罗地亚语 sr=Serbian=塞尔维亚语 bs=Bosnian=波斯尼亚语 mk=Macedonian=马其顿语 "
            "bg=Bulgarian=保加利亚语 sv=Swedish=瑞典语 da=Danish=丹麦语 no=Norwegian=挪威语 nb=Norwegian_Bokmål=书面挪威语 "
            "nn=Norwegian_Nynorsk=新挪威语 fi=Finnish=芬兰语 et=Estonian=爱沙尼亚语 lv=Latvian=拉脱维亚语 lt=Lithuanian=立陶宛语 "
            "hu=Hungarian=匈牙利语 ro=Romanian=罗马尼亚语 ca=Catalan=加泰罗尼亚语 eu=Basque=巴斯克语 gl=Galician=加利西亚语 "
            "el=Greek=希腊语 sq=Albanian=阿尔巴尼亚语 ar=Arabic=阿拉伯语 fa=Persian=波斯语 he=Hebrew=希伯来语 tr=Turkish=土耳其语 "
            "az=Azerbaijani=阿塞拜疆语 kk=Kazakh=哈萨克语 hi=Hindi=印地语 ur=Urdu=乌尔都语 bn=Bengali=孟加拉语 ta=Tamil=泰米尔语 "
            "te=Telugu=泰卢固语 mr=Marathi=马拉地语 ne=Nepali=尼泊尔语 th=Thai=泰语 lo=Lao=老挝语 my=Burmese=缅甸语 km=Khmer=高棉语 "
            "vi=Vietnamese=越南语 id=Indonesian=印度尼西亚语 ms=Malay=马来语 tl=Tagalog=他加禄语 mn=Mongolian=蒙古语 "
            "ka=Georgian=格鲁吉亚语 hy=Armenian=亚美尼亚语 am=Amharic=阿姆哈拉语 sw=Swahili=斯瓦希里语 af=Afrikaans=南非荷兰语 "
            "is=Icelandic=冰岛语 ga=Irish=爱尔兰语 cy=Welsh=威尔士语 eo=Esperanto=世界语 mul=Many_languages=多种语言"
        ).split()
    )
}


def language_name(tag: str, *, chinese: bool = False) -> str:
    """The English or Chinese name of a language, without script and country; the tag itself when it is none of the known ones."""
    names = _NAMES.get(language(tag))
    return names[chinese] if names else tag
