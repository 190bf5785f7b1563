<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Paste and Translate</source>
        <translation>粘贴并翻译(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open File…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save Translation As…</source>
        <translation>译文另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Translate Now</source>
        <translation>立即翻译(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy Translation</source>
        <translation>复制译文(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;lear Text</source>
        <translation>清空原文(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;wap Languages</source>
        <translation>互换语言(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Look Up &amp;Word</source>
        <translation>查单词(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Other Translations of the Sentence</source>
        <translation>本句的其他译法(&amp;O)</translation>
    </message>
    <message>
        <source>Translate &amp;Back</source>
        <translation>回译(&amp;B)</translation>
    </message>
    <message>
        <source>Sentences to &amp;Check</source>
        <translation>待核对的句子(&amp;C)</translation>
    </message>
    <message>
        <source>File &amp;Progress</source>
        <translation>文件进度(&amp;P)</translation>
    </message>
    <message>
        <source>Co&amp;mpact Window</source>
        <translation>小窗口(&amp;M)</translation>
    </message>
    <message>
        <source>Always on &amp;Top</source>
        <translation>窗口置顶(&amp;T)</translation>
    </message>
    <message>
        <source>Larger Te&amp;xt</source>
        <translation>放大文字(&amp;X)</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal Text Size</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Translate &amp;Clipboard</source>
        <translation>翻译剪贴板(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Translate Whatever Is Copied</source>
        <translation>复制即翻译(&amp;T)</translation>
    </message>
    <message>
        <source>Pause for One &amp;Hour</source>
        <translation>暂停一小时(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>历史记录(&amp;H)</translation>
    </message>
    <message>
        <source>Pri&amp;vate Mode</source>
        <translation>隐私模式(&amp;V)</translation>
    </message>
    <message>
        <source>Language &amp;Packs…</source>
        <translation>语言包(&amp;P)…</translation>
    </message>
    <message>
        <source>Works &amp;Offline…</source>
        <translation>离线自检(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Welcome</source>
        <translation>欢迎页(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Show Window</source>
        <translation>显示窗口(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Off until you switch it on. Secrets and marked passwords are never read.</source>
        <translation>默认关闭。机密内容和带标记的密码一律不读取。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Look Closer</source>
        <translation>细看</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
</context>
<context>
    <name>AlternativesPage</name>
    <message>
        <source>Other translations</source>
        <translation>其他译法</translation>
    </message>
    <message>
        <source>Other translations of the sentence</source>
        <translation>本句的其他译法</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>{}  (in use)</source>
        <translation>{}（正在使用）</translation>
    </message>
    <message>
        <source>The engine has no other proposal.</source>
        <translation>没有其他译法可供选择。</translation>
    </message>
</context>
<context>
    <name>BackPage</name>
    <message>
        <source>Back-translation</source>
        <translation>回译</translation>
    </message>
    <message>
        <source>Translated back</source>
        <translation>回译</translation>
    </message>
</context>
<context>
    <name>ClipboardSupport</name>
    <message>
        <source>On this system (X11) all of this works.</source>
        <translation>在此系统 (X11) 上，以上功能全部可用。</translation>
    </message>
    <message>
        <source>This desktop uses Wayland. Shortcuts go through the desktop, which asks you once and may offer other keys. A program sees the clipboard only while it has the keyboard: listening and pressing Ctrl+C twice work only then, and translating the clipboard shows its window first. Instead of a shortcut from here you can set one in the settings of your desktop, for: {}</source>
        <translation>此桌面使用 Wayland。快捷键由桌面管理，首次使用时会询问您，并可能换成其他按键。程序只有在获得键盘焦点时才能读取剪贴板，因此监听和连按两次 Ctrl+C 只在那时有效，翻译剪贴板时也会先显示窗口。您也可以不用这里的快捷键，改为在桌面设置中为以下命令设定快捷键：{}</translation>
    </message>
    <message>
        <source>Made for Windows from its documentation, but not tried there yet. Please tell us what does not work.</source>
        <translation>Windows 版按其文档编写，尚未实际试用。如有问题请告诉我们。</translation>
    </message>
    <message>
        <source>Made for macOS from its documentation, but not tried there yet. macOS tells of copies in other programs only when this one comes to the front, so listening and pressing Ctrl+C twice come late.</source>
        <translation>macOS 版按其文档编写，尚未实际试用。只有本程序切换到前台时，macOS 才会告知其他程序中的复制操作，因此监听和连按两次 Ctrl+C 会有延迟。</translation>
    </message>
    <message>
        <source>This system offers no shortcuts to programs in the background. Set one in the settings of your desktop, for: {}</source>
        <translation>此系统不为后台程序提供快捷键。请在桌面设置中为以下命令设定快捷键：{}</translation>
    </message>
    <message>
        <source>another program has it already</source>
        <translation>已被其他程序占用</translation>
    </message>
    <message>
        <source>this keyboard has no such key</source>
        <translation>键盘上没有此按键</translation>
    </message>
    <message>
        <source>it is not one combination of keys</source>
        <translation>不是单个组合键</translation>
    </message>
    <message>
        <source>it needs Ctrl, Alt or the system&apos;s key</source>
        <translation>需要包含 Ctrl、Alt 或系统键</translation>
    </message>
    <message>
        <source>a library of the system is missing</source>
        <translation>缺少系统库</translation>
    </message>
    <message>
        <source>this system has no way to do it</source>
        <translation>此系统无法实现</translation>
    </message>
    <message>
        <source>this desktop does not offer shortcuts to programs</source>
        <translation>此桌面不为程序提供快捷键</translation>
    </message>
    <message>
        <source>the desktop, or you in its dialog, said no</source>
        <translation>桌面或您在其对话框中拒绝了</translation>
    </message>
</context>
<context>
    <name>ClipboardTranslator</name>
    <message>
        <source>Click here: the desktop shows the clipboard only to the window that has the keyboard.</source>
        <translation>请点击这里：桌面只让拥有键盘焦点的窗口读取剪贴板。</translation>
    </message>
    <message>
        <source>A password manager marked what is on the clipboard; it was not read.</source>
        <translation>剪贴板内容带有密码管理器的标记，未读取。</translation>
    </message>
    <message>
        <source>There is no text on the clipboard. Copy some first.</source>
        <translation>剪贴板里没有文字，请先复制。</translation>
    </message>
    <message>
        <source>There is nothing to translate on the clipboard.</source>
        <translation>剪贴板里没有可翻译的内容。</translation>
    </message>
</context>
<context>
    <name>CloserLook</name>
    <message>
        <source>Put the caret into a translated sentence first.</source>
        <translation>请先把光标放到一个已翻译的句子里。</translation>
    </message>
    <message>
        <source>No language pack for the other direction is installed.</source>
        <translation>没有安装反方向的语言包。</translation>
    </message>
</context>
<context>
    <name>Companions</name>
    <message>
        <source>Translate the clipboard</source>
        <translation>翻译剪贴板</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
</context>
<context>
    <name>DesktopApp</name>
    <message>
        <source>Translate the clipboard</source>
        <translation>翻译剪贴板</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Something went wrong ({}). Your text is safe; the log has the details.</source>
        <translation>出了点问题（{}）。您的文字没有丢失，详情见日志。</translation>
    </message>
    <message>
        <source>There is no language pack yet.</source>
        <translation>还没有语言包。</translation>
    </message>
    <message>
        <source>Get one…</source>
        <translation>获取语言包…</translation>
    </message>
    <message>
        <source>Term file: {}</source>
        <translation>术语文件：{}</translation>
    </message>
    <message>
        <source>The settings were damaged; the last good copy is in use.</source>
        <translation>设置文件已损坏，现使用上一份完好的副本。</translation>
    </message>
    <message>
        <source>The settings were damaged; the defaults are in use.</source>
        <translation>设置文件已损坏，现使用默认设置。</translation>
    </message>
    <message>
        <source>A setting was out of range; its default is in use: {}</source>
        <translation>有一项设置超出范围，已改用默认值：{}</translation>
    </message>
</context>
<context>
    <name>DictionaryPage</name>
    <message>
        <source>A word</source>
        <translation>输入单词</translation>
    </message>
    <message>
        <source>Word to look up</source>
        <translation>要查的单词</translation>
    </message>
    <message>
        <source>Meanings</source>
        <translation>释义</translation>
    </message>
    <message>
        <source>Dictionary</source>
        <translation>词典</translation>
    </message>
    <message>
        <source>The dictionary has no entry for “{}”.</source>
        <translation>词典中没有“{}”。</translation>
    </message>
</context>
<context>
    <name>Drawer</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Progress of the files</source>
        <translation>文件翻译进度</translation>
    </message>
    <message>
        <source>Keep the source beside the translation</source>
        <translation>双语对照</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show in Folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Replace Existing</source>
        <translation>替换已有文件</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere on the window.</source>
        <translation>可将文件或文件夹拖到窗口任意位置。</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>正在查看文件…</translation>
    </message>
    <message>
        <source>File {index} of {total}</source>
        <translation>第 {index} 个文件，共 {total} 个</translation>
    </message>
    <message>
        <source>{} words/s</source>
        <translation>{} 词/秒</translation>
    </message>
    <message>
        <source>about {} min left</source>
        <translation>约剩 {} 分钟</translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) to check</source>
        <translation>
            <numerusform>%n 句待核对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) translated</source>
        <translation>
            <numerusform>已翻译 %n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 个失败</numerusform>
        </translation>
    </message>
    <message>
        <source>No file that can be translated was found.</source>
        <translation>没有找到可以翻译的文件。</translation>
    </message>
    <message>
        <source>Cancelled. Finished files stay; start again to go on.</source>
        <translation>已取消。已完成的文件会保留，再次开始即可继续。</translation>
    </message>
    <message>
        <source>counting</source>
        <translation>正在统计</translation>
    </message>
    <message>
        <source>translating</source>
        <translation>正在翻译</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>finished before</source>
        <translation>此前已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in the text</source>
        <translation>在文本中查找</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>{index} of {total}</source>
        <translation>第 {index} 处，共 {total} 处</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Taken by “{}”.</source>
        <translation>已被“{}”占用。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>GetPackPage</name>
    <message>
        <source>Get opus-mt-en-zh</source>
        <translation>获取 opus-mt-en-zh</translation>
    </message>
    <message>
        <source>The model of the University of Helsinki, in its published int8 form: about 113 MB, CC-BY-4.0. It translates better than the pack that comes with the app. Every file is checked against the hub&apos;s list, and a cut download goes on.</source>
        <translation>赫尔辛基大学的模型，采用其公开发布的 int8 版本：约 113 MB，CC-BY-4.0 许可。翻译质量优于应用自带的语言包。每个文件都会与模型站点的清单核对，中断的下载可以继续。</translation>
    </message>
    <message>
        <source>Download opus-mt-en-zh</source>
        <translation>下载 opus-mt-en-zh</translation>
    </message>
    <message>
        <source>Get (113 MB)</source>
        <translation>获取（113 MB）</translation>
    </message>
    <message>
        <source>The app goes online only when you press this, and only to the address below.</source>
        <translation>只有按下此按钮，应用才会联网，并且只访问下面的地址。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Where the hub can&apos;t be reached: https://hf-mirror.com</source>
        <translation>无法访问模型站点时：https://hf-mirror.com</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Without a network</source>
        <translation>没有网络时</translation>
    </message>
    <message>
        <source>On a computer that has the pack: choose it here, “Save as Zip”, and carry the zip over. A folder with the published ONNX files can be installed as it is, too.</source>
        <translation>在已有语言包的电脑上选中它，点“存为 Zip”，再把 Zip 文件拷过来。也可以直接安装含有公开发布的 ONNX 文件的文件夹。</translation>
    </message>
    <message>
        <source>Make it yourself</source>
        <translation>自行制作</translation>
    </message>
    <message>
        <source>In a checkout of the source; this compares the pack with the original and refuses a worse one.</source>
        <translation>在源代码目录中运行；会与原模型比较，质量变差则拒绝生成。</translation>
    </message>
    <message>
        <source>Or download it from a terminal:</source>
        <translation>也可以在终端中下载：</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Menu (F10)</source>
        <translation>菜单 (F10)</translation>
    </message>
    <message>
        <source>Translate into: {}</source>
        <translation>译成：{}</translation>
    </message>
    <message>
        <source>Chinese (Simplified)</source>
        <translation>中文（简体）</translation>
    </message>
    <message>
        <source>Chinese (Traditional, Taiwan)</source>
        <translation>中文（繁体，台湾）</translation>
    </message>
    <message>
        <source>Chinese (Traditional, Hong Kong)</source>
        <translation>中文（繁体，香港）</translation>
    </message>
</context>
<context>
    <name>HistoryKeeper</name>
    <message>
        <source>The history was damaged. {entries} entries could be saved; the damaged file is {file}</source>
        <translation>历史记录已损坏，已救回 {entries} 条；损坏的文件保存在 {file}</translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message>
        <source>Favourite. </source>
        <translation>已收藏。</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Search the history</source>
        <translation>搜索历史记录</translation>
    </message>
    <message>
        <source>Translations, newest first</source>
        <translation>翻译记录，最新的在前</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Open Again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Copy Translation</source>
        <translation>复制译文</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete All but Favourites</source>
        <translation>清空（保留收藏）</translation>
    </message>
    <message>
        <source>Export for Excel (CSV)…</source>
        <translation>导出为 Excel 表格 (CSV)…</translation>
    </message>
    <message>
        <source>Export with Tabs (TSV)…</source>
        <translation>导出为制表符分隔表格 (TSV)…</translation>
    </message>
    <message>
        <source>Export as Cards for Anki…</source>
        <translation>导出为 Anki 卡片…</translation>
    </message>
    <message>
        <source>Export, delete all</source>
        <translation>导出、清空</translation>
    </message>
    <message>
        <source>Only Favourites</source>
        <translation>只看收藏</translation>
    </message>
    <message>
        <source>Search in both languages</source>
        <translation>搜索原文或译文</translation>
    </message>
    <message>
        <source>No Favourite</source>
        <translation>取消收藏</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>Private mode is on: nothing is written down.</source>
        <translation>隐私模式已开启，不留任何记录。</translation>
    </message>
    <message>
        <source>Translations appear here after a short pause. They stay on this computer.</source>
        <translation>停顿片刻后，译文会出现在这里。记录只保存在本机。</translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s) deleted.</source>
        <translation>
            <numerusform>已删除 %n 条记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Export the History</source>
        <translation>导出历史记录</translation>
    </message>
    <message>
        <source>translations</source>
        <translation>翻译记录</translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s) exported.</source>
        <translation>
            <numerusform>已导出 %n 条记录。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LicencesPage</name>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>The list of licences is missing from this copy of the app.</source>
        <translation>此应用副本中缺少许可清单。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Offline Translator</source>
        <translation>离线翻译</translation>
    </message>
    <message>
        <source>Needs a language pack for the other direction.</source>
        <translation>需要安装反方向的语言包。</translation>
    </message>
    <message>
        <source>Restored the text from before the last exit.</source>
        <translation>已恢复上次意外退出前的文字。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>This text is Chinese already; it was left as it is.</source>
        <translation>这段文字已经是中文，未作改动。</translation>
    </message>
    <message>
        <source>Translation finished</source>
        <translation>翻译完成</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>OfflineDialog</name>
    <message>
        <source>Works Offline</source>
        <translation>离线自检</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Language packs</source>
        <translation>语言包</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Sentences of the self-test</source>
        <translation>自检句子</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>For whoever helps you. It holds no text of yours and no names of folders of yours.</source>
        <translation>供帮助您的人查看。不含您的文字，也不含您的文件夹名称。</translation>
    </message>
    <message>
        <source>Copy Report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>This system does not tell.</source>
        <translation>此系统不提供该信息。</translation>
    </message>
    <message numerus="yes">
        <source>%n open connection(s).</source>
        <translation>
            <numerusform>%n 个打开的连接。</numerusform>
        </translation>
    </message>
    <message>
        <source>The local API waits at {}.</source>
        <translation>本地接口正在 {} 等待连接。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are as they were made.</source>
        <translation>
            <numerusform>%n 个文件全部完好。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no language pack yet.</source>
        <translation>还没有语言包。</translation>
    </message>
    <message>
        <source>{} ms</source>
        <translation>{} 毫秒</translation>
    </message>
    <message>
        <source>kept from before</source>
        <translation>此前保留</translation>
    </message>
    <message>
        <source>different: </source>
        <translation>不同：</translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)…</source>
        <translation>
            <numerusform>%n 句…</numerusform>
        </translation>
    </message>
    <message>
        <source>This pack has no sentences to test it with.</source>
        <translation>此语言包没有用于自检的句子。</translation>
    </message>
    <message numerus="yes">
        <source>{same} of %n sentence(s) came out as when the pack was made.</source>
        <translation>
            <numerusform>%n 句中有 {same} 句与制作语言包时一致。</numerusform>
        </translation>
    </message>
    <message>
        <source>Something needs a look.</source>
        <translation>有需要留意的地方。</translation>
    </message>
    <message>
        <source>Everything works, and nothing leaves this computer.</source>
        <translation>一切正常，没有任何内容离开这台电脑。</translation>
    </message>
</context>
<context>
    <name>PackDetails</name>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Check Files</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>Save as Zip…</source>
        <translation>存为 Zip…</translation>
    </message>
    <message>
        <source>For a USB stick or another computer</source>
        <translation>用于 U 盘或另一台电脑</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>About this pack</source>
        <translation>关于此语言包</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>磁盘占用</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>来源模型</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>not stated; ask whoever gave you the model</source>
        <translation>未注明，请询问模型的提供者</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>not measured when it was made</source>
        <translation>制作时未测量</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>In Use</source>
        <translation>使用中</translation>
    </message>
</context>
<context>
    <name>PacksDialog</name>
    <message>
        <source>Language Packs</source>
        <translation>语言包</translation>
    </message>
    <message>
        <source>Language packs</source>
        <translation>语言包</translation>
    </message>
    <message>
        <source>Drop a pack here, a folder or a zip, to install it.</source>
        <translation>把语言包（文件夹或 Zip）拖到这里即可安装。</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>安装…</translation>
    </message>
    <message>
        <source>From a Zip File…</source>
        <translation>从 Zip 文件…</translation>
    </message>
    <message>
        <source>From a Folder…</source>
        <translation>从文件夹…</translation>
    </message>
    <message>
        <source>Go Back</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>Use the pack, or the version of it, that was used before</source>
        <translation>改用之前的语言包或版本</translation>
    </message>
    <message>
        <source>What is going on</source>
        <translation>当前进展</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Get opus-mt-en-zh</source>
        <translation>获取 opus-mt-en-zh</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>came with the app</source>
        <translation>应用自带</translation>
    </message>
    <message>
        <source>Installing {}…</source>
        <translation>正在安装 {}…</translation>
    </message>
    <message>
        <source>Cancelled. What was downloaded is kept; press “Get” to go on.</source>
        <translation>已取消。已下载的部分会保留，点“获取”可继续。</translation>
    </message>
    <message>
        <source>Downloading opus-mt-en-zh…</source>
        <translation>正在下载 opus-mt-en-zh…</translation>
    </message>
    <message>
        <source>{} is installed.</source>
        <translation>已安装 {}。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) checked: all are as they were made.</source>
        <translation>
            <numerusform>已检查 %n 个文件，全部完好。</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking {}…</source>
        <translation>正在检查 {}…</translation>
    </message>
    <message>
        <source>{} is in use now.</source>
        <translation>现已使用 {}。</translation>
    </message>
    <message>
        <source>Back to {}.</source>
        <translation>已回退到 {}。</translation>
    </message>
    <message>
        <source>{} was removed.</source>
        <translation>已移除 {}。</translation>
    </message>
    <message>
        <source>{} is back.</source>
        <translation>已恢复 {}。</translation>
    </message>
    <message>
        <source>Save the Pack, for a USB Stick</source>
        <translation>保存语言包（可存到 U 盘）</translation>
    </message>
    <message>
        <source>Writing {}…</source>
        <translation>正在写入 {}…</translation>
    </message>
    <message>
        <source>Written: {}</source>
        <translation>已写入：{}</translation>
    </message>
    <message>
        <source>Install a Language Pack</source>
        <translation>安装语言包</translation>
    </message>
    <message>
        <source>Zip files (*.zip);;All files (*)</source>
        <translation>Zip 文件 (*.zip);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>已取消，未作任何改动。</translation>
    </message>
</context>
<context>
    <name>Popup</name>
    <message>
        <source>Translation of the clipboard</source>
        <translation>剪贴板翻译</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>Dictionary</source>
        <translation>词典</translation>
    </message>
    <message>
        <source>Copy translation</source>
        <translation>复制译文</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <source>Open in the main window</source>
        <translation>在主窗口中打开</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>正在翻译…</translation>
    </message>
    <message>
        <source>Translation finished</source>
        <translation>翻译完成</translation>
    </message>
</context>
<context>
    <name>ProgressWords</name>
    <message>
        <source>{done} of {total} MB</source>
        <translation>{done} / {total} MB</translation>
    </message>
    <message>
        <source>{} s left</source>
        <translation>剩余 {} 秒</translation>
    </message>
    <message>
        <source>{} min left</source>
        <translation>剩余 {} 分钟</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>本地接口</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Translate the clipboard</source>
        <translation>翻译剪贴板</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>界面</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Start and end</source>
        <translation>启动与关闭</translation>
    </message>
    <message>
        <source>Start when I log in</source>
        <translation>登录时自动启动</translation>
    </message>
    <message>
        <source>Stays in the tray until you need it.</source>
        <translation>在托盘中待命，需要时再打开。</translation>
    </message>
    <message>
        <source>Ask once</source>
        <translation>询问一次</translation>
    </message>
    <message>
        <source>Keep running in the tray</source>
        <translation>继续在托盘中运行</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>When the window is closed</source>
        <translation>关闭窗口时</translation>
    </message>
    <message>
        <source>While typing</source>
        <translation>输入时</translation>
    </message>
    <message>
        <source>Translate while I type</source>
        <translation>边输入边翻译</translation>
    </message>
    <message>
        <source>Off: translate with Ctrl+Enter.</source>
        <translation>关闭后按 Ctrl+Enter 翻译。</translation>
    </message>
    <message>
        <source>Wait after the last key</source>
        <translation>停止输入后等待</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>Join broken lines of pasted text</source>
        <translation>合并粘贴文本中的断行</translation>
    </message>
    <message>
        <source>For text copied from PDFs; one click undoes it.</source>
        <translation>适用于从 PDF 复制的文字，一键即可撤销。</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Simplified</source>
        <translation>简体</translation>
    </message>
    <message>
        <source>Traditional (Taiwan)</source>
        <translation>繁体（台湾）</translation>
    </message>
    <message>
        <source>Traditional (Hong Kong)</source>
        <translation>繁体（香港）</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字形</translation>
    </message>
    <message>
        <source>Put a space between Chinese and Latin letters</source>
        <translation>中文与西文之间加空格</translation>
    </message>
    <message>
        <source>Your own words</source>
        <translation>自定义词语</translation>
    </message>
    <message>
        <source>Term files (*.csv *.tsv *.txt);;All files (*)</source>
        <translation>术语文件 (*.csv *.tsv *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Term file</source>
        <translation>术语文件</translation>
    </message>
    <message>
        <source>Leave untranslated</source>
        <translation>保留不译</translation>
    </message>
    <message>
        <source>A regular expression; what matches stays as it is.</source>
        <translation>正则表达式，匹配的内容保持原样。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Font of the source text</source>
        <translation>原文字体</translation>
    </message>
    <message>
        <source>Font of the translation</source>
        <translation>译文字体</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>The automatic font draws Chinese in Chinese glyph forms on every system.</source>
        <translation>自动字体在任何系统上都以中文字形显示汉字。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Keep the window above others</source>
        <translation>窗口保持在最前</translation>
    </message>
    <message>
        <source>Language pack</source>
        <translation>语言包</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Manage Language Packs…</source>
        <translation>管理语言包…</translation>
    </message>
    <message>
        <source>Two columns: term, translation. Terms are always translated so.</source>
        <translation>两列：术语、译文。术语始终按此翻译。</translation>
    </message>
    <message>
        <source>Speed and silence</source>
        <translation>速度与安静</translation>
    </message>
    <message>
        <source>Quiet on battery</source>
        <translation>用电池时安静</translation>
    </message>
    <message>
        <source>Always fast</source>
        <translation>始终快速</translation>
    </message>
    <message>
        <source>Always quiet</source>
        <translation>始终安静</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Quiet uses one or two threads: slower, but cool and silent.</source>
        <translation>安静模式只用一两个线程：较慢，但不发热、无噪声。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Beam size</source>
        <translation>束宽</translation>
    </message>
    <message>
        <source>As the pack says</source>
        <translation>由语言包决定</translation>
    </message>
    <message>
        <source>More is slower and at times better. 1 is fastest.</source>
        <translation>越大越慢，有时译得更好；1 最快。</translation>
    </message>
    <message>
        <source>Free the memory after</source>
        <translation>闲置多久后释放内存</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>The pack is loaded again when you type.</source>
        <translation>再次输入时会重新加载语言包。</translation>
    </message>
    <message>
        <source>Use these shortcuts while I work in other programs</source>
        <translation>在其他程序中也启用这些快捷键</translation>
    </message>
    <message>
        <source>Shortcut, anywhere</source>
        <translation>全局快捷键</translation>
    </message>
    <message>
        <source>Show the window, anywhere</source>
        <translation>显示窗口（全局）</translation>
    </message>
    <message>
        <source>Press Ctrl+C twice to translate</source>
        <translation>连按两次 Ctrl+C 翻译</translation>
    </message>
    <message>
        <source>Where the system allows it.</source>
        <translation>仅限系统允许时。</translation>
    </message>
    <message>
        <source>Show the result in a small window near the pointer</source>
        <translation>在鼠标旁的小窗口中显示结果</translation>
    </message>
    <message>
        <source>Close it after</source>
        <translation>自动关闭时间</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>监听</translation>
    </message>
    <message>
        <source>Never passwords that a manager marks, nothing that looks like a secret, and not what was copied before.</source>
        <translation>绝不读取密码管理器标记的密码和疑似机密的内容，也不读取开启前已复制的内容。</translation>
    </message>
    <message>
        <source>Translate whatever I copy</source>
        <translation>复制即翻译</translation>
    </message>
    <message>
        <source>Ignore texts longer than</source>
        <translation>忽略超过此长度的文本</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>What works here</source>
        <translation>此处可用的功能</translation>
    </message>
    <message>
        <source>Keep a history of translations</source>
        <translation>保留翻译历史</translation>
    </message>
    <message>
        <source>On this computer only.</source>
        <translation>仅保存在本机。</translation>
    </message>
    <message>
        <source>Keep clipboard translations too</source>
        <translation>同时保留剪贴板翻译</translation>
    </message>
    <message>
        <source>Keep at most</source>
        <translation>最多保留</translation>
    </message>
    <message>
        <source> entries</source>
        <translation> 条</translation>
    </message>
    <message>
        <source>Private mode: write nothing down</source>
        <translation>隐私模式：不留任何记录</translation>
    </message>
    <message>
        <source>No history and no draft, until you switch it off.</source>
        <translation>关闭此模式前，不保存历史和草稿。</translation>
    </message>
    <message>
        <source>For browser extensions and scripts on this computer. Nobody else can reach it.</source>
        <translation>供本机的浏览器扩展和脚本使用，其他设备无法访问。</translation>
    </message>
    <message>
        <source>Let other programs translate through this app</source>
        <translation>允许其他程序通过本应用翻译</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>made when first needed</source>
        <translation>首次使用时生成</translation>
    </message>
    <message>
        <source>Renew</source>
        <translation>更换</translation>
    </message>
    <message>
        <source>Programs that know the token may translate. After a renewal give them the new one.</source>
        <translation>知道令牌的程序才能翻译。更换后请把新令牌告诉它们。</translation>
    </message>
    <message>
        <source>Web pages and extensions</source>
        <translation>网页和扩展</translation>
    </message>
    <message>
        <source>Origins that browsers may let call the API, with spaces between; * allows all. Programs need only the token.</source>
        <translation>允许浏览器调用此接口的来源（Origin），用空格分隔；* 表示全部。程序只需令牌。</translation>
    </message>
    <message>
        <source>Address for LibreTranslate and DeepL clients: {}</source>
        <translation>LibreTranslate 和 DeepL 客户端使用的地址：{}</translation>
    </message>
    <message>
        <source>Getting language packs</source>
        <translation>获取语言包</translation>
    </message>
    <message>
        <source>The app goes online only when you press a download button.</source>
        <translation>只有按下下载按钮时，本应用才会联网。</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Address to use instead of the hub&apos;s own.</source>
        <translation>代替模型站点的地址。</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>App</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>In every program</source>
        <translation>在所有程序中</translation>
    </message>
    <message>
        <source>In lists and panels</source>
        <translation>在列表和面板中</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>打开菜单</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Text to translate</source>
        <translation>要翻译的文字</translation>
    </message>
    <message>
        <source>Type or paste text in {}, or drop a file</source>
        <translation>输入或粘贴{}文本，也可拖入文件</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n 词</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n 字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Everything is translated on this computer. Nothing is sent anywhere.</source>
        <translation>一切都在本机翻译，不会向任何地方发送内容。</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Ready when you type</source>
        <translation>开始输入即可</translation>
    </message>
    <message>
        <source>Loading the language pack…</source>
        <translation>正在加载语言包…</translation>
    </message>
    <message>
        <source>No language pack in use</source>
        <translation>没有可用的语言包</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 线程</numerusform>
        </translation>
    </message>
    <message>
        <source>quiet mode</source>
        <translation>安静模式</translation>
    </message>
    <message>
        <source>private mode</source>
        <translation>隐私模式</translation>
    </message>
    <message>
        <source>{} s</source>
        <translation>{} 秒</translation>
    </message>
    <message>
        <source>{} ms</source>
        <translation>{} 毫秒</translation>
    </message>
    <message>
        <source>{} words/s</source>
        <translation>{} 词/秒</translation>
    </message>
    <message>
        <source>{} MB</source>
        <translation>{} MB</translation>
    </message>
</context>
<context>
    <name>TargetCard</name>
    <message>
        <source>Translation</source>
        <translation>译文</translation>
    </message>
    <message>
        <source>The translation appears here</source>
        <translation>译文显示在这里</translation>
    </message>
    <message>
        <source>Progress of the translation</source>
        <translation>翻译进度</translation>
    </message>
    <message>
        <source>Press Ctrl+Enter to translate</source>
        <translation>按 Ctrl+Enter 翻译</translation>
    </message>
    <message>
        <source>About {} left</source>
        <translation>约剩 {}</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %n sentence(s)</source>
        <translation>
            <numerusform>已译 {done} 句，共 %n 句</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s)</source>
        <translation>
            <numerusform>%n 处术语</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to check</source>
        <translation>
            <numerusform>%n 句待核对</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextCommands</name>
    <message>
        <source>Opened {}.</source>
        <translation>已打开 {}。</translation>
    </message>
    <message>
        <source>Translate as a file</source>
        <translation>作为文件翻译</translation>
    </message>
    <message numerus="yes">
        <source>Joined %n line(s) of the pasted text.</source>
        <translation>
            <numerusform>已合并粘贴文本中的 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>There is no text on the clipboard.</source>
        <translation>剪贴板里没有文字。</translation>
    </message>
    <message>
        <source>Text cleared.</source>
        <translation>已清空。</translation>
    </message>
    <message>
        <source>Open Files to Translate</source>
        <translation>打开要翻译的文件</translation>
    </message>
    <message>
        <source>Save Translation</source>
        <translation>保存译文</translation>
    </message>
    <message>
        <source>translation.txt</source>
        <translation>译文.txt</translation>
    </message>
    <message>
        <source>Not saved: {}</source>
        <translation>未能保存：{}</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Offline Translator</source>
        <translation>离线翻译</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Keep the translator running in the tray?</source>
        <translation>要让翻译器继续在托盘中运行吗？</translation>
    </message>
    <message>
        <source>There it starts at once and can translate what you copy. The settings let you change this.</source>
        <translation>这样可以随时打开，并翻译您复制的内容。可在设置中更改。</translation>
    </message>
    <message>
        <source>Keep Running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Listening is paused</source>
        <translation>监听已暂停</translation>
    </message>
    <message>
        <source>Translates what you copy</source>
        <translation>翻译您复制的内容</translation>
    </message>
</context>
<context>
    <name>WarningsPage</name>
    <message>
        <source>Sentences to check</source>
        <translation>待核对的句子</translation>
    </message>
    <message>
        <source>Nothing to check: every sentence passed.</source>
        <translation>没有需要核对的句子。</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Translate without the internet</source>
        <translation>无需联网的翻译</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始使用</translation>
    </message>
    <message>
        <source>Type or paste a text: the translation appears as you type.</source>
        <translation>输入或粘贴文字，译文随打随出。</translation>
    </message>
    <message>
        <source>Drop a document anywhere on the window to translate the whole file.</source>
        <translation>把文档拖到窗口任意位置，即可翻译整个文件。</translation>
    </message>
    <message>
        <source>Everything happens on this computer. Nothing is sent anywhere.</source>
        <translation>一切都在本机完成，不会向任何地方发送内容。</translation>
    </message>
    <message>
        <source>F1 shows every shortcut.</source>
        <translation>按 F1 查看全部快捷键。</translation>
    </message>
    <message>
        <source>Translated in {} s, on this computer</source>
        <translation>在本机翻译，用时 {} 秒</translation>
    </message>
</context>
<context>
    <name>language</name>
    <message>
        <source>{source} to {target}</source>
        <translation>{source} → {target}</translation>
    </message>
</context>
</TS>
