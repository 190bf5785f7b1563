<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>FilesPage</name>
    <message numerus="yes">
        <source>%n sentence(s) to check</source>
        <translation>
            <numerusform>%n sentence to check</numerusform>
            <numerusform>%n sentences to check</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) translated</source>
        <translation>
            <numerusform>%n file translated</numerusform>
            <numerusform>%n files translated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message numerus="yes">
        <source>%n translation(s) deleted.</source>
        <translation>
            <numerusform>%n translation deleted.</numerusform>
            <numerusform>%n translations deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s) exported.</source>
        <translation>
            <numerusform>%n translation exported.</numerusform>
            <numerusform>%n translations exported.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OfflineDialog</name>
    <message numerus="yes">
        <source>%n open connection(s).</source>
        <translation>
            <numerusform>%n open connection.</numerusform>
            <numerusform>%n open connections.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are as they were made.</source>
        <translation>
            <numerusform>%n file is as it was made.</numerusform>
            <numerusform>%n files are as they were made.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)…</source>
        <translation>
            <numerusform>%n sentence…</numerusform>
            <numerusform>%n sentences…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{same} of %n sentence(s) came out as when the pack was made.</source>
        <translation>
            <numerusform>{same} of %n sentence came out as when the pack was made.</numerusform>
            <numerusform>{same} of %n sentences came out as when the pack was made.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PacksDialog</name>
    <message numerus="yes">
        <source>%n file(s) checked: all are as they were made.</source>
        <translation>
            <numerusform>%n file checked: it is as it was made.</numerusform>
            <numerusform>%n files checked: all are as they were made.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message numerus="yes">
        <source>%n word(s)</source>
        <translation>
            <numerusform>%n word</numerusform>
            <numerusform>%n words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TargetCard</name>
    <message numerus="yes">
        <source>{done} of %n sentence(s)</source>
        <translation>
            <numerusform>{done} of %n sentence</numerusform>
            <numerusform>{done} of %n sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s)</source>
        <translation>
            <numerusform>%n term</numerusform>
            <numerusform>%n terms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to check</source>
        <translation>
            <numerusform>%n to check</numerusform>
            <numerusform>%n to check</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextCommands</name>
    <message numerus="yes">
        <source>Joined %n line(s) of the pasted text.</source>
        <translation>
            <numerusform>Joined %n line of the pasted text.</numerusform>
            <numerusform>Joined %n lines of the pasted text.</numerusform>
        </translation>
    </message>
</context>
</TS>
