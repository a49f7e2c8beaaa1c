/**
 * The elements of the formats that a DOCX is made of, by the customary prefixes of their namespaces: WordprocessingML, DrawingML
 * with charts and mathematics (ISO/IEC 29500-4), VML, and the extensions of Word 2010 and 2013 ([MS-DOCX], 2.6).
 *
 * @module
 */

/** Names by prefix. */
export const ELEMENT_NAMES: Readonly<Record<string, string>> = {
  w: `
    tblPrEx tcPr trPr tblGrid tblPr sectPr pPr rPr customXml fldSimple hyperlink smartTag sdt cellIns cellDel cellMerge
    bookmarkStart bookmarkEnd moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd commentRangeStart
    commentRangeEnd customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd
    customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd ilvl numId
    numberingChange ins top left bottom right between bar tab pStyle keepNext keepLines pageBreakBefore framePr
    widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct
    autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap
    jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle pPrChange drawing control objectLink
    objectEmbed movie fldData ffData name label tabIndex enabled calcOnExit entryMacro exitMacro helpText statusText
    checkBox ddList textInput size sizeAuto default checked result listEntry type maxLength format col headerReference
    footerReference footnotePr endnotePr pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign
    noEndnote titlePg rtlGutter docGrid printerSettings sectPrChange br t contentPart delText instrText delInstrText
    noBreakHyphen softHyphen dayShort monthShort yearShort dayLong monthLong yearLong annotationRef footnoteRef
    endnoteRef separator continuationSeparator sym pgNum cr object pict fldChar ruby footnoteReference endnoteReference
    commentReference ptab lastRenderedPageBreak rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow
    emboss imprint noProof vanish webHidden color w kern position sz szCs highlight u effect bdr fitText vertAlign rtl
    cs em lang eastAsianLayout specVanish oMath rPrChange del moveFrom moveTo altChunkPr matchSrc rubyAlign hps hpsRaise
    hpsBaseText lid dirty r rubyPr rt rubyBase dateFormat storeMappedDataAs calendar listItem docPartGallery
    docPartCategory docPartUnique docPart alias tag id lock placeholder temporary showingPlcHdr dataBinding equation
    comboBox date docPartObj docPartList dropDownList picture richText text citation group bibliography dir bdo p tbl tr
    tc sdtPr sdtEndPr sdtContent customXmlPr smartTagPr attr subDoc gridCol tblGridChange start end insideH insideV
    tl2br tr2bl tcW gridSpan hMerge vMerge tcBorders noWrap tcMar tcFitText hideMark headers tcPrChange header
    gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing hidden trPrChange tblStyle tblpPr
    tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW tblInd tblBorders tblLayout tblCellMar tblLook
    tblCaption tblDescription tblPrChange tblPrExChange numStart numRestart pos numFmt footnote endnote active column
    uniqueTag recipientData recipients mappedName dynamicAddress udl table src colDelim fHdr fieldMapData
    mainDocumentType linkToQuery dataType connectString query dataSource headerSource doNotSuppressBlankLines
    destination addressFieldName mailSubject mailAsAttachment viewMergedData activeRecord checkErrors odso
    useSingleBorderforContiguousCells wpJustification noTabHangInd noLeading spaceForUL noColumnBalance
    balanceSingleByteDoubleByteWidth noExtraLineSpacing doNotLeaveBackslashAlone ulTrailSpace doNotExpandShiftReturn
    spacingInWholePoints lineWrapLikeWord6 printBodyTextBeforeHeader printColBlack wpSpaceWidth showBreaksInFrames
    subFontBySize suppressBottomSpacing suppressTopSpacing suppressSpacingAtTopOfPage suppressTopSpacingWP
    suppressSpBfAfterPgBrk swapBordersFacingPages convMailMergeEsc truncateFontHeightsLikeWP6 mwSmallCaps
    usePrinterMetrics doNotSuppressParagraphBorders wrapTrailSpaces footnoteLayoutLikeWW8 shapeLayoutLikeWW8
    alignTablesRowByRow forgetLastTabAlignment adjustLineHeightInTable autoSpaceLikeWord95 noSpaceRaiseLower
    doNotUseHTMLParagraphAutoSpacing layoutRawTableWidth layoutTableRowsApart useWord97LineBreakRules
    doNotBreakWrappedTables doNotSnapToGridInCell selectFldWithFirstOrLastChar applyBreakingRules doNotWrapTextWithPunct
    doNotUseEastAsianBreakRules useWord2002TableStyleRules growAutofit useFELayout useNormalStyleForList
    doNotUseIndentAsNumberingTabStop useAltKinsokuLineBreakRules allowSpaceOfSameStyleInTable doNotSuppressIndentation
    doNotAutofitConstrainedTables autofitToFirstFixedWidthCell underlineTabInNumList displayHangulFixedWidth
    splitPgBreakAndParaMark doNotVertAlignCellWithSp doNotBreakConstrainedForcedTable doNotVertAlignInTxbx
    useAnsiKerningPairs cachedColBalance compatSetting docVar rsidRoot rsid rPrDefault pPrDefault writeProtection view
    zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries displayBackgroundShape
    printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts embedSystemFonts
    saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader
    bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState
    formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType mailMerge
    revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride
    styleLockTheme styleLockQFSet defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone
    doNotHyphenateCaps showEnvelope summaryLength clickAndTypeStyle defaultTableStyle evenAndOddHeaders
    bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing drawingGridVerticalSpacing
    displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery doNotUseMarginsForDrawingGridOrigin
    drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData noPunctuationKerning
    characterSpacingControl printTwoOnOne strictFirstAndLastChars noLineBreaksAfter noLineBreaksBefore
    savePreviewPicture doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent alwaysShowPlaceholderText
    doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving saveThroughXslt showXMLTags alwaysMergeEmptyNamespace
    updateFields hdrShapeDefaults compat docVars rsids attachedSchema themeFontLang clrSchemeMapping
    doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions readModeInkLockDown smartTagType
    shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator frameset divs encoding optimizeForBrowser relyOnVML
    allowPNG doNotRelyOnCSS doNotSaveAsSingleFile doNotOrganizeInFolder doNotUseLongFileNames pixelsPerInch
    targetScreenSz saveSmartTagsAsXml title longDesc sourceFileName marW marH scrollbar noResizeAllowed linkedToFile
    noBorder flatBorders framesetSplitbar frameLayout frame lvlRestart isLgl suff lvlText lvlPicBulletId legacy lvlJc
    nsid multiLevelType tmpl styleLink numStyleLink lvl startOverride abstractNumId lvlOverride numPicBullet abstractNum
    num numIdMacAtCleanup aliases basedOn next link autoRedefine uiPriority semiHidden unhideWhenUsed qFormat locked
    personal personalCompose personalReply tblStylePr lsdException docDefaults latentStyles style altName panose1
    charset family notTrueType pitch sig embedRegular embedBold embedItalic embedBoldItalic font blockQuote bodyDiv
    marLeft marRight marTop marBottom divBdr divsChild div txbxContent altChunk proofErr permStart permEnd comment
    comments footnotes endnotes hdr ftr behavior gallery category types behaviors description guid docPartPr docPartBody
    settings webSettings fonts numbering styles autoCaption caption autoCaptions background body docParts document
    glossaryDocument`,
  wp: `
    extent effectExtent docPr cNvGraphicFramePr start lineTo wrapPolygon wrapNone wrapSquare wrapTight wrapThrough
    wrapTopAndBottom align posOffset simplePos positionH positionV txbxContent extLst cNvPr cNvSpPr cNvCnPr spPr style
    txbx linkedTxbx bodyPr cNvFrPr xfrm cNvContentPartPr nvContentPartPr cNvGrpSpPr grpSpPr grpSp graphicFrame
    contentPart bg whole wpc wgp wsp inline anchor`,
  a: `
    extLst st end audioCd wavAudioFile audioFile videoFile quickTimeFile dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4
    accent5 accent6 hlink folHlink custClr latin ea cs font scene3d sp3d majorFont minorFont ln effectStyle fillStyleLst
    lnStyleLst effectStyleLst bgFillStyleLst clrScheme fontScheme fmtScheme tint shade comp inv gray alpha alphaOff
    alphaMod hue hueOff hueMod sat satOff satMod lum lumOff lumMod red redOff redMod green greenOff greenMod blue
    blueOff blueMod gamma invGamma ext sx sy off chOff chExt scrgbClr srgbClr hslClr sysClr schemeClr prstClr snd
    hlinkClick hlinkHover spLocks cxnSpLocks stCxn endCxn picLocks grpSpLocks graphicFrameLocks cpLocks graphicData
    graphic dgm chart bldDgm bldChart txBody useSpRect xfrm cNvPr cNvSpPr nvSpPr spPr txSp style cNvCxnSpPr nvCxnSpPr
    cNvPicPr nvPicPr blipFill cNvGraphicFramePr nvGraphicFramePr cNvGrpSpPr nvGrpSpPr grpSpPr sp cxnSp pic graphicFrame
    grpSp rot camera lightRig backdrop anchor norm up bevelT bevelB extrusionClr contourClr flatTx clrFrom clrTo
    fillToRect lin path gs gsLst tileRect fillRect tile stretch alphaBiLevel alphaCeiling alphaFloor alphaInv
    alphaModFix alphaRepl biLevel blur clrChange clrRepl duotone fillOverlay grayscl hsl blip srcRect fgClr bgClr noFill
    solidFill gradFill pattFill grpFill cont effect alphaOutset blend fill glow innerShdw outerShdw prstShdw reflection
    relOff softEdge effectLst effectDag gd pos ahXY ahPolar cxn pt close moveTo lnTo arcTo quadBezTo cubicBezTo avLst
    gdLst ahLst cxnLst rect pathLst custGeom prstGeom prstTxWarp round bevel miter ds prstDash custDash headEnd tailEnd
    lnRef fillRef effectRef fontRef bodyPr lstStyle spDef lnDef txDef masterClrMapping overrideClrMapping clrMap
    extraClrScheme themeElements objectDefaults extraClrSchemeLst custClrLst theme themeOverride themeManager lnL lnR
    lnT lnB lnTlToBr lnBlToTr cell3D headers header gridCol tcPr tc tableStyle tableStyleId tblPr tblGrid tr tbl left
    right top bottom insideH insideV tl2br tr2bl tcBdr tcTxStyle tcStyle tblBg wholeTbl band1H band2H band1V band2V
    lastCol firstCol lastRow seCell swCell firstRow neCell nwCell tblStyle tblStyleLst pPr endParaRPr defPPr lvl1pPr
    lvl2pPr lvl3pPr lvl4pPr lvl5pPr lvl6pPr lvl7pPr lvl8pPr lvl9pPr noAutofit normAutofit spAutoFit p buClrTx buClr
    buSzTx buSzPct buSzPts buFontTx buFont buNone buAutoNum buChar buBlip uLnTx uLn uFillTx uFill highlight sym
    hlinkMouseOver rtl tab rPr spcPct spcPts lnSpc spcBef spcAft tabLst defRPr t r br fld`,
  c: `
    ext v formatCode ptCount pt extLst f numCache numRef numLit strCache strRef rich lvl multiLvlStrCache multiLvlStrRef
    strLit layoutTarget xMode yMode wMode hMode x y w h manualLayout tx layout overlay spPr txPr rotX hPercent rotY
    depthPercent rAngAx perspective thickness pictureOptions showHorzBorder showVertBorder showOutline showKeys
    secondPiePt numFmt dLblPos showLegendKey showVal showCatName showSerName showPercent showBubbleSize separator idx
    delete showLeaderLines leaderLines dLbl symbol size invertIfNegative marker bubble3D explosion name trendlineType
    order period forward backward intercept dispRSqr dispEq trendlineLbl errDir errBarType errValType noEndCap plus
    minus val gapWidth upBars downBars dPt dLbls trendline errBars cat smooth xVal yVal shape bubbleSize grouping
    varyColors ser dropLines hiLowLines upDownBars axId gapDepth scatterStyle radarStyle barDir overlap serLines
    firstSliceAng holeSize ofPieType splitType splitPos custSplit secondPieSize bubbleScale showNegBubbles
    sizeRepresents bandFmt wireframe bandFmts applyToFront applyToSides applyToEnd pictureFormat pictureStackUnit
    custUnit builtInUnit dispUnitsLbl logBase orientation max min scaling axPos majorGridlines minorGridlines title
    majorTickMark minorTickMark tickLblPos crossAx crosses crossesAt auto lblAlgn lblOffset tickLblSkip tickMarkSkip
    noMultiLvlLbl baseTimeUnit majorUnit majorTimeUnit minorUnit minorTimeUnit crossBetween dispUnits areaChart
    area3DChart lineChart line3DChart stockChart radarChart scatterChart pieChart pie3DChart doughnutChart barChart
    bar3DChart ofPieChart surfaceChart surface3DChart bubbleChart valAx catAx dateAx serAx dTable pivotFmt legendPos
    legendEntry autoTitleDeleted pivotFmts view3D floor sideWall backWall plotArea legend plotVisOnly dispBlanksAs
    showDLblsOverMax fmtId chartObject data formatting selection userInterface oddHeader oddFooter evenHeader evenFooter
    firstHeader firstFooter autoUpdate headerFooter pageMargins pageSetup legacyDrawingHF date1904 lang roundedCorners
    style clrMapOvr pivotSource protection chart externalData printSettings userShapes chartSpace`,
  v: `
    shape shapetype group background fill formulas handles imagedata path textbox shadow stroke textpath f h arc curve
    image line oval polyline rect roundrect`,
  o: `
    shapedefaults shapelayout signatureline ink diagram equationxml colormru colormenu idmap regrouptable rules entry r
    proxy relationtable rel skew extrusion callout lock OLEObject complex left top right bottom column clippath fill
    LinkType LockedField FieldCodes`,
  m: `
    scr sty lit nor brk aln rPr t chr ctrlPr accPr e pos barPr opEmu noBreak diff boxPr hideTop hideBot hideLeft
    hideRight strikeH strikeV strikeBLTR strikeTLBR borderBoxPr begChr sepChr endChr grow shp dPr baseJc maxDist objDist
    rSpRule rSp eqArrPr type fPr num den funcPr fName vertJc groupChrPr limLowPr lim limUppPr count mcJc mcPr mc plcHide
    cGpRule cSp cGp mcs mPr mr limLoc subHide supHide naryPr sub sup show zeroWid zeroAsc zeroDesc transp phantPr
    degHide radPr deg sPrePr sSubPr alnScr sSubSupPr sSupPr acc bar box borderBox d eqArr f func groupChr limLow limUpp
    m nary phant rad sPre sSub sSubSup sSup r argSz argPr jc mathFont brkBin brkBinSub smallFrac dispDef lMargin rMargin
    defJc preSp postSp interSp intraSp wrapIndent wrapRight intLim naryLim mathPr oMathParaPr oMath oMathPara`,
  w14: `
    docId conflictMode customXmlConflictInsRangeStart customXmlConflictInsRangeEnd customXmlConflictDelRangeStart
    customXmlConflictDelRangeEnd conflictIns conflictDel tint shade alpha hueMod sat satOff satMod lum lumOff lumMod
    srgbClr schemeClr gs fillToRect lin path gsLst noFill solidFill gradFill prstDash round bevel miter rot camera
    lightRig bevelT bevelB extrusionClr contourClr glow shadow reflection textOutline textFill scene3d props3d styleSet
    ligatures numForm numSpacing stylisticSets cntxtAlts discardImageEditingData defaultImageDpi entityPicker checked
    checkedState uncheckedState checkbox`,
  w15: `
    color dataBinding appearance commentEx commentsEx person presenceInfo people sectionTitle
    doNotAllowInsertDeleteSection repeatingSection repeatingSectionItem chartTrackingRefBased collapsed docId
    footnoteColumns webExtensionLinked webExtensionCreated`,
}
