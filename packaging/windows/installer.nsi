; Installer for Windows: for one user, without questions to an administrator. windows_installer.py compiles it:
;   makensis -DVERSION=1.2.3 -DNUMBERS=1.2.3.0 -DPAYLOAD=folder -DOUT=setup.exe -DICON=app.ico [-DTARGET=amd64-unicode] installer.nsi
; Silent: setup.exe /S [/D=C:\folder]. Exit codes: 0 done, 1 cancelled, 2 the program is running.
Unicode true
!ifdef TARGET
    Target ${TARGET}
!endif
!define APP "Offline Translator"
!define EXE "translator-app.exe"
!define CLI "translator-app-cli.exe"
!define SETTINGS "Software\translator-app"
!define CLASSES "Software\Classes\Applications\${EXE}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\translator-app"
!define LOGIN "Software\Microsoft\Windows\CurrentVersion\Run"

Name "${APP}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\translator-app"
InstallDirRegKey HKCU "${SETTINGS}" "InstallDir"
SetCompressor /SOLID lzma
ManifestDPIAware true
ManifestSupportedOS Win10
BrandingText "${APP} ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${APP}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${APP} installer"
VIAddVersionKey "LegalCopyright" "Apache License 2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!include MUI2.nsh
!include FileFunc.nsh
!include WinVer.nsh

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\${EXE}"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"

LangString CORE ${LANG_ENGLISH} "Program and language pack"
LangString CORE ${LANG_SIMPCHINESE} "程序与语言包"
LangString CORE ${LANG_TRADCHINESE} "程式與語言包"
LangString DESKTOP ${LANG_ENGLISH} "Shortcut on the desktop"
LangString DESKTOP ${LANG_SIMPCHINESE} "桌面快捷方式"
LangString DESKTOP ${LANG_TRADCHINESE} "桌面捷徑"
LangString OPENWITH ${LANG_ENGLISH} "Offer it in $\"Open with$\" for documents"
LangString OPENWITH ${LANG_SIMPCHINESE} "在文档的“打开方式”中列出"
LangString OPENWITH ${LANG_TRADCHINESE} "在文件的「開啟檔案」中列出"
LangString RUNNING ${LANG_ENGLISH} "${APP} is running. Close it (also its icon near the clock), then try again."
LangString RUNNING ${LANG_SIMPCHINESE} "${APP} 正在运行。请先关闭它（包括时钟旁的图标），然后重试。"
LangString RUNNING ${LANG_TRADCHINESE} "${APP} 正在執行。請先關閉它（包括時鐘旁的圖示），然後重試。"
LangString OLDWINDOWS ${LANG_ENGLISH} "Windows 10 (1809) or later is needed."
LangString OLDWINDOWS ${LANG_SIMPCHINESE} "需要 Windows 10 (1809) 或更高版本。"
LangString OLDWINDOWS ${LANG_TRADCHINESE} "需要 Windows 10 (1809) 或更新版本。"
LangString KEPT ${LANG_ENGLISH} "Your settings, history and language packs were left in $LOCALAPPDATA\translator-app. Delete that folder if you don't want them."
LangString KEPT ${LANG_SIMPCHINESE} "你的设置、历史记录和语言包保留在 $LOCALAPPDATA\translator-app。不需要时可删除该文件夹。"
LangString KEPT ${LANG_TRADCHINESE} "你的設定、歷史記錄和語言包保留在 $LOCALAPPDATA\translator-app。不需要時可刪除該資料夾。"

!macro REFUSE_WHILE_RUNNING
    ; A running program can't be opened for writing.
    ${For} $1 1 2
        StrCpy $2 "${EXE}"
        ${If} $1 = 2
            StrCpy $2 "${CLI}"
        ${EndIf}
        ${If} ${FileExists} "$INSTDIR\$2"
            ClearErrors
            FileOpen $0 "$INSTDIR\$2" a
            ${If} ${Errors}
                MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
                SetErrorLevel 2
                Quit
            ${EndIf}
            FileClose $0
        ${EndIf}
    ${Next}
!macroend

Function .onInit
    SetRegView 64
    ${IfNot} ${AtLeastWin10}
        MessageBox MB_OK|MB_ICONSTOP "$(OLDWINDOWS)" /SD IDOK
        SetErrorLevel 1
        Quit
    ${EndIf}
FunctionEnd

Section "$(CORE)"
    SectionIn RO
    !insertmacro REFUSE_WHILE_RUNNING
    RMDir /r "$INSTDIR\_internal" ; an update never mixes old and new files
    SetOutPath "$INSTDIR"
    File /r "${PAYLOAD}/*.*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\${APP}.lnk" "$INSTDIR\${EXE}"
    WriteRegStr HKCU "${SETTINGS}" "InstallDir" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${APP}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${EXE}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Translator App authors"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section "$(OPENWITH)"
    ; Only offered: the program that opens these files now goes on to open them.
    WriteRegStr HKCU "${CLASSES}" "FriendlyAppName" "${APP}"
    WriteRegStr HKCU "${CLASSES}\shell\open\command" "" '"$INSTDIR\${EXE}" "%1"'
    !macro SUPPORTED EXTENSION
        WriteRegStr HKCU "${CLASSES}\SupportedTypes" ".${EXTENSION}" ""
    !macroend
    !insertmacro SUPPORTED txt
    !insertmacro SUPPORTED md
    !insertmacro SUPPORTED srt
    !insertmacro SUPPORTED vtt
    !insertmacro SUPPORTED docx
    !insertmacro SUPPORTED pptx
    !insertmacro SUPPORTED xlsx
    !insertmacro SUPPORTED odt
    !insertmacro SUPPORTED epub
    !insertmacro SUPPORTED html
SectionEnd

Section /o "$(DESKTOP)"
    CreateShortcut "$DESKTOP\${APP}.lnk" "$INSTDIR\${EXE}"
SectionEnd

Function un.onInit
    SetRegView 64
FunctionEnd

Section Uninstall
    ${IfNot} ${FileExists} "$INSTDIR\${EXE}"
        Abort ; not our folder: delete nothing
    ${EndIf}
    !insertmacro REFUSE_WHILE_RUNNING
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\${EXE}"
    Delete "$INSTDIR\${CLI}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR" ; stays when there is more in it: portable.txt and the user's data
    Delete "$SMPROGRAMS\${APP}.lnk"
    Delete "$DESKTOP\${APP}.lnk"
    DeleteRegValue HKCU "${LOGIN}" "translator-app"
    DeleteRegKey HKCU "${CLASSES}"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "${SETTINGS}"
    DetailPrint "$(KEPT)"
    ${If} ${FileExists} "$LOCALAPPDATA\translator-app\*.*"
        MessageBox MB_OK|MB_ICONINFORMATION "$(KEPT)" /SD IDOK
    ${EndIf}
SectionEnd
