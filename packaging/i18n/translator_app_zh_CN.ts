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
        <source>{done}, {failed}</source>
        <translation>{done}，{failed}</translation>
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
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>词向量</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>see the model card</source>
        <translation>见模型说明卡</translation>
    </message>
    <message>
        <source>see the model&apos;s page</source>
        <translation>见模型主页</translation>
    </message>
    <message>
        <source>Original model</source>
        <translation>原模型</translation>
    </message>
    <message>
        <source>In full precision (fp32)</source>
        <translation>全精度 (fp32)</translation>
    </message>
    <message>
        <source>This pack (int8)</source>
        <translation>此语言包 (int8)</translation>
    </message>
    <message>
        <source>This pack, for files (int8)</source>
        <translation>此语言包，用于文件 (int8)</translation>
    </message>
    <message>
        <source>{} ms/sentence</source>
        <translation>{} 毫秒/句</translation>
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
    <name>errors</name>
    <message>
        <source>(no suffix)</source>
        <translation>（无扩展名）</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>地址已被占用</translation>
    </message>
    <message>
        <source>BLEU needs sacrebleu, which comes with the extra: pip install &apos;translator-app[convert]&apos;</source>
        <translation>计算 BLEU 需要 sacrebleu，可用 pip install &apos;translator-app[convert]&apos; 安装。</translation>
    </message>
    <message>
        <source>Bad magic number for central directory</source>
        <translation>Zip 目录已损坏</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Cannot assign requested address</source>
        <translation>无法使用该地址</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>Expecting &apos;,&apos; delimiter</source>
        <translation>缺少逗号</translation>
    </message>
    <message>
        <source>Expecting &apos;:&apos; delimiter</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>Expecting property name enclosed in double quotes</source>
        <translation>缺少用双引号括起的属性名</translation>
    </message>
    <message>
        <source>Expecting value</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>Extra data</source>
        <translation>有多余的内容</translation>
    </message>
    <message>
        <source>Failed to load document (PDFium: Data format error).</source>
        <translation>PDF 数据格式错误</translation>
    </message>
    <message>
        <source>Failed to load document (PDFium: File access error).</source>
        <translation>无法读取文件</translation>
    </message>
    <message>
        <source>Failed to load document (PDFium: Unsupported security scheme error).</source>
        <translation>不支持的加密方式</translation>
    </message>
    <message>
        <source>Failed to load page.</source>
        <translation>无法读取此页</translation>
    </message>
    <message>
        <source>Failed to load text page.</source>
        <translation>无法读取此页的文字</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File is not a zip file</source>
        <translation>不是 Zip 文件</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of array</source>
        <translation>数组末尾多了逗号</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of object</source>
        <translation>对象末尾多了逗号</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>读写出错</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Invalid control character at</source>
        <translation>含有无效的控制字符</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>LaTeX needs a font for Chinese: add \usepackage{ctex} to the preamble and compile with XeLaTeX or LuaLaTeX</source>
        <translation>LaTeX 需要中文字体：请在导言区加入 \usepackage{ctex}，并用 XeLaTeX 或 LuaLaTeX 编译</translation>
    </message>
    <message>
        <source>Name or service not known</source>
        <translation>找不到该地址</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>网络不可用</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>无法连到该主机</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>文件或文件夹不存在</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>Operation timed out</source>
        <translation>操作超时</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>PowerPoint presentation</source>
        <translation>PowerPoint 演示文稿</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统为只读</translation>
    </message>
    <message>
        <source>Remote end closed connection without response</source>
        <translation>对方未作回应就关闭了连接</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Temporary failure in name resolution</source>
        <translation>暂时无法解析域名</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>文件正在使用</translation>
    </message>
    <message>
        <source>The dictionary {name} can&apos;t be read ({reason}). Install the app again.</source>
        <translation>无法读取词典 {name}（{reason}）。请重新安装应用。</translation>
    </message>
    <message>
        <source>The read operation timed out</source>
        <translation>读取超时</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Truncated file header</source>
        <translation>文件头不完整</translation>
    </message>
    <message>
        <source>Unterminated string starting at</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>7-Zip 压缩包</translation>
    </message>
    <message>
        <source>a PDF</source>
        <translation>PDF 文件</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR 压缩包</translation>
    </message>
    <message>
        <source>a ZIP archive (or Word, Excel, PowerPoint, EPUB ... file)</source>
        <translation>Zip 压缩包（或 Word、Excel、PowerPoint、EPUB 等文件）</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>a decoder needs the encoder&apos;s hidden states</source>
        <translation>解码器缺少编码器的隐藏状态输入</translation>
    </message>
    <message>
        <source>a flag is neither yes nor no</source>
        <translation>标志既不是“是”也不是“否”</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip 压缩包</translation>
    </message>
    <message>
        <source>a pack {pack_id} is installed; remove it first</source>
        <translation>已安装语言包 {pack_id}，请先移除它。</translation>
    </message>
    <message>
        <source>a picture (GIF)</source>
        <translation>图片 (GIF)</translation>
    </message>
    <message>
        <source>a picture (JPEG)</source>
        <translation>图片 (JPEG)</translation>
    </message>
    <message>
        <source>a picture (PNG)</source>
        <translation>图片 (PNG)</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a row of {number} ids</source>
        <translation>有一行含 {number} 个编号</translation>
    </message>
    <message>
        <source>access is denied</source>
        <translation>访问被拒绝</translation>
    </message>
    <message>
        <source>an RTF file</source>
        <translation>RTF 文件</translation>
    </message>
    <message>
        <source>an empty ZIP archive</source>
        <translation>空的 Zip 压缩包</translation>
    </message>
    <message>
        <source>an id is out of range</source>
        <translation>有编号超出范围</translation>
    </message>
    <message>
        <source>an old Office file or one with a password</source>
        <translation>旧版 Office 文件或有密码的文件</translation>
    </message>
    <message>
        <source>attempt to write a readonly database</source>
        <translation>数据库为只读</translation>
    </message>
    <message>
        <source>bad zipfile offset (local header sig)</source>
        <translation>Zip 文件内容错位</translation>
    </message>
    <message>
        <source>cannot mmap an empty file</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>database disk image is malformed</source>
        <translation>数据库文件已损坏</translation>
    </message>
    <message>
        <source>database is locked</source>
        <translation>数据库被其他程序占用</translation>
    </message>
    <message>
        <source>database or disk is full</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>disk I/O error</source>
        <translation>磁盘读写出错</translation>
    </message>
    <message>
        <source>duplicate attribute</source>
        <translation>属性重复</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>endpoint</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>every language</source>
        <translation>所有语言的文字</translation>
    </message>
    <message>
        <source>file is not a database</source>
        <translation>文件不是数据库</translation>
    </message>
    <message>
        <source>headers, footers and page numbers left out ({number} lines)</source>
        <translation>已略去页眉、页脚和页码（{number} 行）</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>隐藏状态</translation>
    </message>
    <message>
        <source>holds damaged characters</source>
        <translation>含有损坏的字符</translation>
    </message>
    <message>
        <source>illegal multibyte sequence</source>
        <translation>含有无效的编码</translation>
    </message>
    <message>
        <source>incomplete multibyte sequence</source>
        <translation>编码不完整</translation>
    </message>
    <message>
        <source>invalid continuation byte</source>
        <translation>含有无效的编码</translation>
    </message>
    <message>
        <source>invalid start byte</source>
        <translation>含有无效的编码</translation>
    </message>
    <message>
        <source>it does not exist there or needs an account</source>
        <translation>那里没有此内容，或需要登录</translation>
    </message>
    <message>
        <source>it gives no logits or hidden states</source>
        <translation>没有 logits 或隐藏状态输出</translation>
    </message>
    <message>
        <source>it has a cache switch but lacks the cache or the hidden states</source>
        <translation>有缓存开关，但缺少缓存或隐藏状态</translation>
    </message>
    <message>
        <source>it has two masks for the source</source>
        <translation>原文有两个掩码</translation>
    </message>
    <message>
        <source>it has two masks of one kind</source>
        <translation>有两个同类的掩码</translation>
    </message>
    <message>
        <source>it has {found} entries, the model&apos;s embedding {expected} rows</source>
        <translation>共 {found} 项，而模型的词向量有 {expected} 行</translation>
    </message>
    <message>
        <source>it holds no graph</source>
        <translation>其中没有计算图</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>文件不完整</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>it is neither an encoder, a decoder nor a whole model</source>
        <translation>既不是编码器、解码器，也不是完整的模型</translation>
    </message>
    <message>
        <source>it is no ONNX model</source>
        <translation>不是 ONNX 模型</translation>
    </message>
    <message>
        <source>it is no protobuf</source>
        <translation>不是 protobuf 数据</translation>
    </message>
    <message>
        <source>it is not there</source>
        <translation>那里没有此内容</translation>
    </message>
    <message>
        <source>it lacks the end token</source>
        <translation>缺少结束符</translation>
    </message>
    <message>
        <source>it takes a cache but does not give the next one</source>
        <translation>读取缓存，但不输出新的缓存</translation>
    </message>
    <message>
        <source>it wants {names}, of unknown meaning</source>
        <translation>需要含义不明的输入 {names}</translation>
    </message>
    <message>
        <source>its certificate is not trusted; set SSL_CERT_FILE when a company proxy signs connections</source>
        <translation>证书不受信任；若公司代理会重新签发证书，请设置 SSL_CERT_FILE</translation>
    </message>
    <message>
        <source>its graph has no outputs</source>
        <translation>计算图没有输出</translation>
    </message>
    <message>
        <source>its graphs are nested too deeply</source>
        <translation>计算图嵌套过深</translation>
    </message>
    <message>
        <source>its ids are not 0 to {last}, one each</source>
        <translation>编号不是 0 到 {last} 各一个</translation>
    </message>
    <message>
        <source>junk after document element</source>
        <translation>根元素之后有多余的内容</translation>
    </message>
    <message>
        <source>line {line}: no term in {language}</source>
        <translation>第 {line} 行：没有 {language} 术语</translation>
    </message>
    <message>
        <source>line {line}: the term stands in line {earlier} already, which counts</source>
        <translation>第 {line} 行：此术语已见于第 {earlier} 行，以前者为准</translation>
    </message>
    <message>
        <source>line {line}: {reason}</source>
        <translation>第 {line} 行：{reason}</translation>
    </message>
    <message>
        <source>line {line}: {reason}; the file is read up to here</source>
        <translation>第 {line} 行：{reason}；文件只读到此处</translation>
    </message>
    <message>
        <source>logits over the vocabulary (is the last layer missing?)</source>
        <translation>词表的 logits（是否缺少最后一层？）</translation>
    </message>
    <message>
        <source>longer than {number} characters</source>
        <translation>超过 {number} 个字符</translation>
    </message>
    <message>
        <source>made of the PDF&apos;s text alone: layout and pictures are not kept</source>
        <translation>仅由 PDF 的文字生成，不保留版面和图片</translation>
    </message>
    <message>
        <source>mismatched tag</source>
        <translation>标签不匹配</translation>
    </message>
    <message>
        <source>no connection ({reason}); check the network, the address or the proxy</source>
        <translation>无法连接（{reason}），请检查网络、地址或代理</translation>
    </message>
    <message>
        <source>no element found</source>
        <translation>内容不完整</translation>
    </message>
    <message>
        <source>no graph that can be used</source>
        <translation>没有可用的计算图</translation>
    </message>
    <message>
        <source>no language pack {pack_id} to remove. See `translator-app packs list`</source>
        <translation>没有可移除的语言包 {pack_id}。</translation>
    </message>
    <message>
        <source>no language pack {pack_id}; installed: {have}. See `translator-app packs list`</source>
        <translation>没有语言包 {pack_id}；已安装：{have}。</translation>
    </message>
    <message>
        <source>no language pack; installed: {have}. See `translator-app packs list`</source>
        <translation>没有可用的语言包；已安装：{have}。</translation>
    </message>
    <message>
        <source>no source term</source>
        <translation>缺少术语</translation>
    </message>
    <message>
        <source>no target term (to leave a term untranslated, give it as its own target)</source>
        <translation>缺少译文（若要保留术语不译，请把术语本身填作译文）</translation>
    </message>
    <message>
        <source>nodename nor servname provided, or not known</source>
        <translation>找不到该地址</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not a PDF</source>
        <translation>不是 PDF 文件</translation>
    </message>
    <message>
        <source>not a ZIP archive</source>
        <translation>不是 Zip 压缩包</translation>
    </message>
    <message>
        <source>not a row of a table</source>
        <translation>不是表格中的一行</translation>
    </message>
    <message>
        <source>not a shortlist</source>
        <translation>不是候选词表</translation>
    </message>
    <message>
        <source>not enough memory to load {path}; close other programs and try again</source>
        <translation>内存不足，无法加载 {path}。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>not well-formed (invalid token)</source>
        <translation>不符合 XML 语法</translation>
    </message>
    <message>
        <source>only {known} of its {number} pieces are in the vocabulary of the model</source>
        <translation>{number} 个子词中只有 {known} 个在模型的词表里</translation>
    </message>
    <message>
        <source>pages without text left out: {pages}</source>
        <translation>已略去没有文字的页：{pages}</translation>
    </message>
    <message>
        <source>proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>starting at login can&apos;t be changed ({reason})</source>
        <translation>无法更改登录时自动启动（{reason}）。</translation>
    </message>
    <message>
        <source>starting at login can&apos;t be changed: {path} ({reason})</source>
        <translation>无法更改登录时自动启动：{path}（{reason}）。</translation>
    </message>
    <message>
        <source>the TBX file declares entities, which are refused as unsafe</source>
        <translation>此 TBX 文件声明了实体，为安全起见已拒绝读取。</translation>
    </message>
    <message>
        <source>the connection was cut again and again</source>
        <translation>连接屡次中断</translation>
    </message>
    <message>
        <source>the graphs of {folder} load but do not run ({reason})</source>
        <translation>{folder} 中的模型可以加载，但无法运行（{reason}）。</translation>
    </message>
    <message>
        <source>the history in {path} can&apos;t be used ({reason})</source>
        <translation>无法使用 {path} 中的历史记录（{reason}）。</translation>
    </message>
    <message>
        <source>the languages of {source_model} are not known; name them, such as --pair en-zh</source>
        <translation>无法得知 {source_model} 的语言；请在命令行导入时用 --pair 指明，如 --pair en-zh。</translation>
    </message>
    <message>
        <source>the local API can&apos;t listen on {host}:{port}: {reason}</source>
        <translation>本地接口无法使用 {host}:{port}：{reason}。</translation>
    </message>
    <message>
        <source>the local API needs a token</source>
        <translation>本地接口需要令牌。</translation>
    </message>
    <message>
        <source>the model gives {found} logits for a vocabulary of {expected}: is its last layer missing?</source>
        <translation>模型输出 {found} 个 logits，词表却有 {expected} 项：是否缺少最后一层？</translation>
    </message>
    <message>
        <source>the pattern of text to keep is not a regular expression: {reason}</source>
        <translation>“保留不译”中的内容不是正确的正则表达式：{reason}</translation>
    </message>
    <message>
        <source>the server failed</source>
        <translation>服务器出错</translation>
    </message>
    <message>
        <source>the server is stopping</source>
        <translation>服务正在停止。</translation>
    </message>
    <message>
        <source>the settings can&apos;t be saved in {path} ({reason})</source>
        <translation>无法把设置保存到 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>the source prefix {prefix} is not in it</source>
        <translation>其中没有原文前缀 {prefix}</translation>
    </message>
    <message>
        <source>the translation took too long</source>
        <translation>翻译用时过长。</translation>
    </message>
    <message>
        <source>there is nothing to roll back to: no other pack or version was used before</source>
        <translation>无可回退：此前没有用过其他语言包或版本。</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>token ids, states or masks are missing or there are too many</source>
        <translation>输入的词编号、隐藏状态或掩码缺少或过多</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>请求过于频繁</translation>
    </message>
    <message>
        <source>truncated data</source>
        <translation>内容不完整</translation>
    </message>
    <message>
        <source>unable to open database file</source>
        <translation>无法打开数据库文件</translation>
    </message>
    <message>
        <source>unbound prefix</source>
        <translation>前缀没有声明</translation>
    </message>
    <message>
        <source>unclosed token</source>
        <translation>标签没有结束</translation>
    </message>
    <message>
        <source>undefined entity</source>
        <translation>实体没有定义</translation>
    </message>
    <message>
        <source>unexpected end of data</source>
        <translation>内容不完整</translation>
    </message>
    <message>
        <source>{address} does not answer like a model hub; check the address</source>
        <translation>{address} 的回应不像模型站点，请检查地址。</translation>
    </message>
    <message>
        <source>{encoding} can&apos;t hold {what}: written as UTF-8</source>
        <translation>{encoding} 编码无法表示{what}，已改用 UTF-8 保存</translation>
    </message>
    <message>
        <source>{folder} can&apos;t be written ({reason})</source>
        <translation>无法写入 {folder}（{reason}）。</translation>
    </message>
    <message>
        <source>{folder} does not know the prefix {chosen}; it knows {codes}</source>
        <translation>{folder} 不支持前缀 {chosen}；支持的有：{codes}。</translation>
    </message>
    <message>
        <source>{folder} has ONNX graphs but lacks {missing} of the model they were made from; put them beside</source>
        <translation>{folder} 中有 ONNX 文件，但缺少原模型的 {missing}，请把它们放在一起。</translation>
    </message>
    <message>
        <source>{folder} has two different files {name} that one pack would need</source>
        <translation>{folder} 中有两个不同的 {name}，而语言包只能有一个。</translation>
    </message>
    <message>
        <source>{folder} holds no complete translation model: found {found}{detail}</source>
        <translation>{folder} 中没有完整的翻译模型；找到：{found}{detail}</translation>
    </message>
    <message>
        <source>{folder} is broken</source>
        <translation>{folder} 已损坏。</translation>
    </message>
    <message>
        <source>{folder} translates into several languages; choose one with --prefix: {codes}</source>
        <translation>{folder} 可译成多种语言；请在命令行导入时用 --prefix 选择一种：{codes}</translation>
    </message>
    <message>
        <source>{folder}: bad_words_ids bans sequences of tokens; only single tokens are supported</source>
        <translation>{folder}：bad_words_ids 禁用了多个词组成的序列，只支持禁用单个词。</translation>
    </message>
    <message>
        <source>{folder}: {name} is {value!r}, no number</source>
        <translation>{folder}：{name} 的值“{value}”不是数字。</translation>
    </message>
    <message>
        <source>{host} is not a loopback address: everyone on the network could send texts to this computer and read the answers. Use 127.0.0.1, or say --i-know-that-everyone-on-the-network-can-use-it</source>
        <translation>{host} 不是本机回环地址：网络上的任何人都能向这台电脑发送文字并读取译文。请使用 127.0.0.1，或加上 --i-know-that-everyone-on-the-network-can-use-it。</translation>
    </message>
    <message>
        <source>{name} arrived damaged (its hash is not the one that {address} lists); try again or another mirror</source>
        <translation>下载的 {name} 已损坏（哈希值与 {address} 公布的不符），请重试或换一个镜像。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be got from {address}: {reason}</source>
        <translation>无法从 {address} 获取 {name}：{reason}。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be read: {reason}</source>
        <translation>无法读取 {name}：{reason}。</translation>
    </message>
    <message>
        <source>{name} can&apos;t be {value!r}</source>
        <translation>{name} 不能设为“{value}”。</translation>
    </message>
    <message>
        <source>{name} declares XML entities; refused, since they can be made to fill the memory</source>
        <translation>{name} 声明了 XML 实体，可能耗尽内存，已拒绝读取。</translation>
    </message>
    <message>
        <source>{name} does not say which of its parts is the book; it is damaged</source>
        <translation>{name} 没有指明正文部分，文件已损坏。</translation>
    </message>
    <message>
        <source>{name} has a part that points outside ({part!r}); refused</source>
        <translation>{name} 含有指向外部的部分（{part}），已拒绝读取。</translation>
    </message>
    <message>
        <source>{name} has no column {column!r}; it has: {columns}</source>
        <translation>{name} 中没有“{column}”列；现有的列：{columns}。</translation>
    </message>
    <message>
        <source>{name} has no lines of the form &quot;key&quot; = &quot;value&quot;; in it</source>
        <translation>{name} 中没有 &quot;key&quot; = &quot;value&quot;; 形式的行。</translation>
    </message>
    <message>
        <source>{name} has no subtitle timing (00:00:01,000 --&gt; 00:00:02,000) in it</source>
        <translation>{name} 中没有字幕时间（如 00:00:01,000 --&gt; 00:00:02,000）。</translation>
    </message>
    <message>
        <source>{name} has no text, only pictures of pages (a scan); run it through an OCR program first</source>
        <translation>{name} 没有文字，只有页面图片（扫描件），请先用 OCR 程序识别文字。</translation>
    </message>
    <message>
        <source>{name} has two parts of one name; it is damaged or hostile</source>
        <translation>{name} 含有两个同名的部分，可能已损坏或有恶意。</translation>
    </message>
    <message>
        <source>{name} has {number} parts; refused as a likely ZIP bomb</source>
        <translation>{name} 含有 {number} 个部分，疑似压缩炸弹，已拒绝读取。</translation>
    </message>
    <message>
        <source>{name} is damaged ({reason})</source>
        <translation>{name} 已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>{name} is damaged at page {number} ({reason})</source>
        <translation>{name} 的第 {number} 页已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>{name} is damaged in its part {part} ({reason})</source>
        <translation>{name} 的 {part} 部分已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>{name} is damaged or was cut short ({reason})</source>
        <translation>{name} 已损坏或不完整（{reason}）。</translation>
    </message>
    <message>
        <source>{name} is encrypted and does not allow its text to be copied</source>
        <translation>{name} 已加密，不允许复制其中的文字。</translation>
    </message>
    <message>
        <source>{name} is in the encoding {encoding}; save the file in its program again</source>
        <translation>{name} 使用了 {encoding} 编码，请在原程序中重新保存此文件。</translation>
    </message>
    <message>
        <source>{name} is longer than {address} lists; try again or another mirror</source>
        <translation>{name} 比 {address} 公布的更大，请重试或换一个镜像。</translation>
    </message>
    <message>
        <source>{name} is neither UTF-8, UTF-16 nor GB18030 text; save it as UTF-8</source>
        <translation>{name} 不是 UTF-8、UTF-16 或 GB18030 文本，请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>{name} is nested too deep to be read</source>
        <translation>{name} 嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>{name} is nested too deeply</source>
        <translation>{name} 嵌套过深。</translation>
    </message>
    <message>
        <source>{name} is no EPUB; was it renamed?</source>
        <translation>{name} 不是 EPUB 文件，是否改过扩展名？</translation>
    </message>
    <message>
        <source>{name} is no OpenDocument file; was it renamed?</source>
        <translation>{name} 不是 OpenDocument 文件，是否改过扩展名？</translation>
    </message>
    <message>
        <source>{name} is no TBX file: {reason}</source>
        <translation>{name} 不是 TBX 文件：{reason}</translation>
    </message>
    <message>
        <source>{name} is no {what}; was it renamed?</source>
        <translation>{name} 不是 {what}，是否改过扩展名？</translation>
    </message>
    <message>
        <source>{name} is not a SubStation file: it has no sections such as [Events]</source>
        <translation>{name} 不是 SubStation 字幕：其中没有 [Events] 等小节。</translation>
    </message>
    <message>
        <source>{name} is not a gettext file: it has no msgid in it</source>
        <translation>{name} 不是 gettext 文件：其中没有 msgid。</translation>
    </message>
    <message>
        <source>{name} is not a text file (it holds zero bytes)</source>
        <translation>{name} 不是文本文件（含有空字节）。</translation>
    </message>
    <message>
        <source>{name} is not a text file but {what}; was it renamed?</source>
        <translation>{name} 不是文本文件，而是{what}，是否改过扩展名？</translation>
    </message>
    <message>
        <source>{name} is not a translation file: it has no &lt;{root}&gt; element</source>
        <translation>{name} 不是翻译文件：其中没有 &lt;{root}&gt; 元素。</translation>
    </message>
    <message>
        <source>{name} is not valid JSON: line {line}, {reason}</source>
        <translation>{name} 不是正确的 JSON：第 {line} 行，{reason}</translation>
    </message>
    <message>
        <source>{name} is protected against copying (DRM); it can&apos;t be read</source>
        <translation>{name} 有防复制保护 (DRM)，无法读取。</translation>
    </message>
    <message>
        <source>{name} is protected by a password or of an old Office format; save it without a password in the new format</source>
        <translation>{name} 有密码保护或为旧版 Office 格式，请去掉密码并另存为新格式。</translation>
    </message>
    <message>
        <source>{name} is protected by a password; save it without one</source>
        <translation>{name} 有密码保护，请去掉密码后再试。</translation>
    </message>
    <message>
        <source>{name} is too large for a term list (more than {size} MB)</source>
        <translation>{name} 作为术语表过大（超过 {size} MB）。</translation>
    </message>
    <message>
        <source>{name} is {what}, not what its name says; was it renamed or cut short?</source>
        <translation>{name} 的内容与扩展名不符（{what}），是否改过扩展名，或文件不完整？</translation>
    </message>
    <message>
        <source>{name} is {what}; was it renamed?</source>
        <translation>{name} 的内容与扩展名不符（{what}），是否改过扩展名？</translation>
    </message>
    <message>
        <source>{name} lacks its part {part}; it is damaged or not what its name says</source>
        <translation>{name} 缺少 {part} 部分，文件已损坏或与扩展名不符。</translation>
    </message>
    <message>
        <source>{name} would unpack to far more than its size; refused as a likely ZIP bomb</source>
        <translation>{name} 解压后会远大于文件本身，疑似压缩炸弹，已拒绝读取。</translation>
    </message>
    <message>
        <source>{name}, part {part}</source>
        <translation>{name} 中的 {part}</translation>
    </message>
    <message>
        <source>{name}: files of the kind {suffix} can&apos;t be translated; known are {known}</source>
        <translation>{name}：无法翻译 {suffix} 文件；支持的类型：{known}</translation>
    </message>
    <message>
        <source>{name}: {suffix} files can&apos;t be read; save it as {better} and try again</source>
        <translation>{name}：无法读取 {suffix} 文件，请另存为 {better} 后再试。</translation>
    </message>
    <message>
        <source>{number} texts stay as they are because formulas, filters or pivot tables refer to them</source>
        <translation>有 {number} 处文字被公式、筛选或数据透视表引用，已保持原样</translation>
    </message>
    <message>
        <source>{pack_id!r} can&apos;t be the id of a pack; choose one of lower-case letters, digits and -</source>
        <translation>“{pack_id}”不能作为语言包的标识，请使用小写字母、数字和 -。</translation>
    </message>
    <message>
        <source>{pack_id} came with the app and can&apos;t be removed</source>
        <translation>{pack_id} 是应用自带的，无法移除。</translation>
    </message>
    <message>
        <source>{pack_id} has no {name}, so nothing to test it with; `translator-app packs verify` checks its files</source>
        <translation>{pack_id} 中没有 {name}，无法自检；可用“检查文件”核对其文件。</translation>
    </message>
    <message>
        <source>{pack_id} is not in the trash</source>
        <translation>{pack_id} 不在回收处，无法恢复。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be imported</source>
        <translation>无法导入 {path}</translation>
    </message>
    <message>
        <source>{path} can&apos;t be loaded ({reason}); import the pack again</source>
        <translation>无法加载 {path}（{reason}），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be moved; close the programs that use the pack</source>
        <translation>无法移动 {path}，请关闭正在使用此语言包的程序</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read ({reason}); import the pack again</source>
        <translation>无法读取 {path}（{reason}），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be read: {reason}</source>
        <translation>无法读取 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written</source>
        <translation>无法写入 {path}</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written ({reason})</source>
        <translation>无法写入 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>{path} can&apos;t be written: {reason}</source>
        <translation>无法写入 {path}：{reason}。</translation>
    </message>
    <message>
        <source>{path} claims to hold far more than its size allows; it was not unpacked</source>
        <translation>{path} 声称的内容远大于文件本身，未予解压。</translation>
    </message>
    <message>
        <source>{path} does not belong to the model: {reason}</source>
        <translation>{path} 不属于此模型：{reason}。</translation>
    </message>
    <message>
        <source>{path} does not belong to this pack (inputs missing: {missing}, unknown: {extra}); import the pack again</source>
        <translation>{path} 不属于此语言包（缺少输入：{missing}；未知输入：{extra}），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} does not exist</source>
        <translation>{path} 不存在。</translation>
    </message>
    <message>
        <source>{path} exists already; allow overwriting or choose another folder</source>
        <translation>{path} 已存在，请允许替换或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path} exists; choose another name or --force</source>
        <translation>{path} 已存在，请换一个名称。</translation>
    </message>
    <message>
        <source>{path} gives {found} logits, not {expected}; import the pack again</source>
        <translation>{path} 输出 {found} 个 logits，应为 {expected} 个，请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} has format version {version}, this program reads {known}; update the program</source>
        <translation>{path} 的格式版本为 {version}，本程序只支持 {known}，请更新本程序。</translation>
    </message>
    <message>
        <source>{path} has no manifest.json; it is no language pack (a model of another tool is imported as a folder)</source>
        <translation>{path} 中没有 manifest.json，不是语言包（其他工具的模型请以文件夹导入）。</translation>
    </message>
    <message>
        <source>{path} has no {prefix}, which the pack puts before each sentence; import the pack again</source>
        <translation>{path} 中没有此语言包加在每句之前的 {prefix}，请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} has the unknown layout {layout!r}; update the program</source>
        <translation>{path} 使用了未知的结构“{layout}”，请更新本程序。</translation>
    </message>
    <message>
        <source>{path} has {size} bytes instead of {expected}; import the pack again</source>
        <translation>{path} 为 {size} 字节，应为 {expected} 字节，请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} holds too many files for a pack</source>
        <translation>{path} 中的文件过多，不像语言包。</translation>
    </message>
    <message>
        <source>{path} is a folder; choose another name</source>
        <translation>{path} 是文件夹，请换一个名称。</translation>
    </message>
    <message>
        <source>{path} is a link or device; a pack holds plain files only</source>
        <translation>{path} 是链接或设备，语言包只能包含普通文件。</translation>
    </message>
    <message>
        <source>{path} is damaged (its SHA-256 is not the manifest&apos;s); import the pack again</source>
        <translation>{path} 已损坏（SHA-256 与清单不符），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} is damaged ({reason}); get it again</source>
        <translation>{path} 已损坏（{reason}），请重新获取。</translation>
    </message>
    <message>
        <source>{path} is damaged ({reason}); get the pack again</source>
        <translation>{path} 已损坏（{reason}），请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path} is damaged ({reason}); import the pack again</source>
        <translation>{path} 已损坏（{reason}），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} is missing ({reason}); import the pack again</source>
        <translation>缺少 {path}（{reason}），请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} is no JSON object; get it again</source>
        <translation>{path} 不是 JSON 对象，请重新获取。</translation>
    </message>
    <message>
        <source>{path} is no SentencePiece model ({reason}); get the pack again</source>
        <translation>{path} 不是 SentencePiece 模型（{reason}），请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path} is no SentencePiece model; import the pack again</source>
        <translation>{path} 不是 SentencePiece 模型，请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} is no graph that this program can run: {reason}. It has {found}</source>
        <translation>本程序无法运行 {path}：{reason}。其中有 {found}</translation>
    </message>
    <message>
        <source>{path} is no readable ONNX graph ({reason}); get it again</source>
        <translation>无法读取 ONNX 文件 {path}（{reason}），请重新获取。</translation>
    </message>
    <message>
        <source>{path} is no readable zip ({reason}); get it again</source>
        <translation>无法读取 Zip 文件 {path}（{reason}），请重新获取。</translation>
    </message>
    <message>
        <source>{path} is no table of pieces and ids; get the pack again</source>
        <translation>{path} 不是词表，请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path} is no vocabulary (pieces and their ids); import the pack again</source>
        <translation>{path} 不是词表，请重新导入语言包。</translation>
    </message>
    <message>
        <source>{path} is not a file</source>
        <translation>{path} 不是文件。</translation>
    </message>
    <message>
        <source>{path} is the source itself; choose another name or folder</source>
        <translation>{path} 就是原文件，请换一个名称或文件夹。</translation>
    </message>
    <message>
        <source>{path} lacks the number {name}; get it again</source>
        <translation>{path} 缺少数值 {name}，请重新获取。</translation>
    </message>
    <message>
        <source>{path} looks like {found}, the manifest says {wanted}</source>
        <translation>{path} 看起来是 {found}，清单中却是 {wanted}。</translation>
    </message>
    <message>
        <source>{path} names a file twice</source>
        <translation>{path} 中有重名的文件。</translation>
    </message>
    <message>
        <source>{path} needs the file {name!r}, which is not beside it</source>
        <translation>{path} 需要文件“{name}”，但同一处没有此文件。</translation>
    </message>
    <message>
        <source>{path} needs {size} MiB, more than is free (or than a pack may have)</source>
        <translation>{path} 需要 {size} MiB，超出可用空间（或语言包的上限）。</translation>
    </message>
    <message>
        <source>{path} was made by another program meanwhile; allow overwriting or choose another folder</source>
        <translation>{path} 刚刚由其他程序生成，请允许替换或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path}: a cache of {layers} layers is expected, found {listed}</source>
        <translation>{path}：缓存应有 {layers} 层，实际为 {listed}。</translation>
    </message>
    <message>
        <source>{path}: cache {port} does not fit {heads} heads of {size}</source>
        <translation>{path}：缓存 {port} 与 {heads} 个大小为 {size} 的注意力头不符。</translation>
    </message>
    <message>
        <source>{path}: manifest.json is damaged ({reason}); get the pack again</source>
        <translation>{path}：manifest.json 已损坏（{reason}），请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path}: model_type is {kind!r}; only marian is supported</source>
        <translation>{path}：model_type 为“{kind}”，只支持 marian。</translation>
    </message>
    <message>
        <source>{path}: output {output} should be {what}, {expected} wide</source>
        <translation>{path}：输出 {output} 应为{what}，宽度 {expected}。</translation>
    </message>
    <message>
        <source>{path}: the two sides have vocabularies of their own, which is not supported yet</source>
        <translation>{path}：原文和译文使用不同的词表，目前不支持。</translation>
    </message>
    <message>
        <source>{path}: these sizes are no model&apos;s: {shape}</source>
        <translation>{path}：以下尺寸不可能属于模型：{shape}</translation>
    </message>
    <message>
        <source>{path}: {name!r} does not belong to the pack</source>
        <translation>{path}：“{name}”不属于此语言包。</translation>
    </message>
    <message>
        <source>{path}: {name!r} is an unsafe path</source>
        <translation>{path}：“{name}”是不安全的路径。</translation>
    </message>
    <message>
        <source>{path}: {name} has {found} bytes instead of {size}; get the pack again</source>
        <translation>{path}：{name} 为 {found} 字节，应为 {size} 字节，请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path}: {name} is a link; a pack holds plain files only</source>
        <translation>{path}：{name} 是链接，语言包只能包含普通文件。</translation>
    </message>
    <message>
        <source>{path}: {name} is damaged (its SHA-256 is not the manifest&apos;s); get the pack again</source>
        <translation>{path}：{name} 已损坏（SHA-256 与清单不符），请重新获取语言包。</translation>
    </message>
    <message>
        <source>{path}: {name} is missing</source>
        <translation>{path}：缺少 {name}。</translation>
    </message>
    <message>
        <source>{piece} has id {found}, the model&apos;s {name} is {expected}</source>
        <translation>{piece} 的编号为 {found}，模型的 {name} 却是 {expected}</translation>
    </message>
    <message>
        <source>{repo!r} is no repository; write OWNER/NAME such as {example}</source>
        <translation>“{repo}”不是模型仓库；请写成“所有者/名称”，如 {example}。</translation>
    </message>
    <message>
        <source>{repo} at {address} has no {missing}; it is not published in the form needed</source>
        <translation>{address} 上的 {repo} 没有 {missing}，未以所需的形式发布。</translation>
    </message>
    <message>
        <source>{repo} can&apos;t be got from {address}: {reason}</source>
        <translation>无法从 {address} 获取 {repo}：{reason}。</translation>
    </message>
    <message>
        <source>{size} MiB of free disk space are needed for {repo}</source>
        <translation>{repo} 需要 {size} MiB 的可用磁盘空间。</translation>
    </message>
    <message>
        <source>{size} bytes for {found} source ids, the model has {expected}</source>
        <translation>{size} 字节含 {found} 个原文词编号，模型却有 {expected} 个</translation>
    </message>
    <message>
        <source>{what} (HTTP {code})</source>
        <translation>{what}（HTTP {code}）</translation>
    </message>
    <message>
        <source>{what} ({reason})</source>
        <translation>{what}（{reason}）。</translation>
    </message>
    <message>
        <source>{what} {address!r} is no address; it starts with http:// or https://</source>
        <translation>{what}“{address}”不正确，应以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>{what}: line {line}, column {column}</source>
        <translation>第 {line} 行第 {column} 列：{what}</translation>
    </message>
</context>
<context>
    <name>language</name>
    <message>
        <source>{source} to {target}</source>
        <translation>{source} → {target}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
</TS>
