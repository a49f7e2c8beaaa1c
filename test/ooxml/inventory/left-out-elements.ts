/**
 * Elements that are not read, and why.
 *
 * @module
 */

/** A reason, the prefix of a namespace, and the elements of it. */
export type LeftOut = readonly [reason: string, prefix: string, names: string]

/** An element that comes to be read leaves this list. */
export const LEFT_OUT: readonly LeftOut[] = [
  [
    'What comments, permissions, checking and tracked changes mark: nothing of it is drawn, and what it stands around is read',
    'w',
    `
      annotationRef proofErr permStart permEnd moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd
      commentRangeStart commentRangeEnd customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart
      customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart
      customXmlMoveToRangeEnd lastRenderedPageBreak`,
  ],
  [
    'Forms, content controls and fields on a screen',
    'w',
    `
      tabIndex enabled calcOnExit entryMacro exitMacro helpText statusText sizeAuto maxLength formProt lid dateFormat
      storeMappedDataAs calendar docPartGallery docPartCategory docPartUnique docPart alias tag lock temporary docPartObj
      docPartList richText equation group placeholder citation bibliography sdtEndPr customXmlPr smartTagPr attr`,
  ],
  [
    'Mail merge: what it would fill in is no part of the document',
    'w',
    `
      headers active uniqueTag recipientData recipients mappedName dynamicAddress udl src colDelim fHdr fieldMapData
      mainDocumentType linkToQuery dataType connectString query dataSource headerSource doNotSuppressBlankLines
      destination addressFieldName mailSubject mailAsAttachment viewMergedData activeRecord checkErrors odso
      convMailMergeEsc mailMerge`,
  ],
  [
    'How programs show, protect, check, save and print the file',
    'w',
    `
      printerSettings paperSrc rsidRoot rsid writeProtection view zoom removePersonalInformation removeDateAndTime
      doNotDisplayPageBoundaries printPostScriptOverText printFormsData embedTrueTypeFonts embedSystemFonts
      saveSubsetFonts saveFormsData hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState formsDesign
      attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType revisionView trackRevisions
      doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride styleLockTheme styleLockQFSet
      showEnvelope summaryLength clickAndTypeStyle defaultTableStyle bookFoldPrintingSheets drawingGridHorizontalSpacing
      drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery
      doNotUseMarginsForDrawingGridOrigin drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData
      savePreviewPicture doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent alwaysShowPlaceholderText
      doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving saveThroughXslt showXMLTags alwaysMergeEmptyNamespace
      hdrShapeDefaults attachedSchema doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions
      readModeInkLockDown smartTagType shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator
      selectFldWithFirstOrLastChar autoCaption caption autoCaptions dirty`,
  ],
  [
    'Pages of the web and sets of frames: Word prints none of it',
    'w',
    `
      webHidden webSettings frameset divs encoding optimizeForBrowser relyOnVML allowPNG doNotRelyOnCSS
      doNotSaveAsSingleFile doNotOrganizeInFolder doNotUseLongFileNames pixelsPerInch targetScreenSz saveSmartTagsAsXml
      longDesc sourceFileName marW marH scrollbar noResizeAllowed linkedToFile noBorder flatBorders framesetSplitbar
      frameLayout blockQuote bodyDiv marLeft marRight marTop marBottom divBdr divsChild div`,
  ],
  [
    'Building blocks: only what is in the text is shown',
    'w',
    `
      behavior gallery category types behaviors description guid docPartPr docPartBody docParts glossaryDocument`,
  ],
  [
    'Where hidden marks of paragraphs stay hidden: nowhere are they shown',
    'w',
    `
      specVanish`,
  ],
  [
    'Names and order of styles and lists, and facts about fonts that nothing depends on',
    'w',
    `
      legacy multiLevelType tmpl numIdMacAtCleanup next autoRedefine uiPriority semiHidden
      unhideWhenUsed qFormat locked personal personalCompose personalReply lsdException charset notTrueType sig tblCaption
      tblDescription`,
  ],
  [
    'Objects whose picture is shown in their place, or that are named as left out',
    'w',
    `
      objectLink objectEmbed movie contentPart altChunkPr matchSrc`,
  ],
  [
    'Parts of dates as older Word had them, without a stored text',
    'w',
    `
      dayShort monthShort yearShort dayLong monthLong yearLong`,
  ],
  [
    'Measures of phonetic guides that follow from their runs',
    'w',
    `
      hps hpsBaseText`,
  ],
  [
    'Letters are drawn without it',
    'w',
    `
      emboss imprint shadow oMath`,
  ],
  [
    'Not done: lines or places can differ from those of Word',
    'w',
    `
      topLinePunct adjustRightInd suppressOverlap textboxTightWrap noEndnote
      alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter
      printFractionalCharacterWidth`,
  ],
  [
    'How programs before Word 2007 laid out pages (ECMA-376-1, 17.15.3): no document is known that shows what Word makes of it today',
    'w',
    `
      useSingleBorderforContiguousCells wpJustification noLeading spaceForUL
      noExtraLineSpacing doNotLeaveBackslashAlone spacingInWholePoints lineWrapLikeWord6 printBodyTextBeforeHeader
      printColBlack wpSpaceWidth showBreaksInFrames subFontBySize suppressBottomSpacing suppressTopSpacing
      suppressSpacingAtTopOfPage suppressTopSpacingWP swapBordersFacingPages truncateFontHeightsLikeWP6 mwSmallCaps
      usePrinterMetrics doNotSuppressParagraphBorders wrapTrailSpaces footnoteLayoutLikeWW8 shapeLayoutLikeWW8
      alignTablesRowByRow forgetLastTabAlignment autoSpaceLikeWord95 noSpaceRaiseLower layoutRawTableWidth
      layoutTableRowsApart useWord97LineBreakRules doNotSnapToGridInCell applyBreakingRules doNotWrapTextWithPunct
      doNotUseEastAsianBreakRules useWord2002TableStyleRules growAutofit useFELayout useNormalStyleForList
      useAltKinsokuLineBreakRules doNotSuppressIndentation doNotAutofitConstrainedTables autofitToFirstFixedWidthCell
      underlineTabInNumList displayHangulFixedWidth doNotVertAlignCellWithSp doNotBreakConstrainedForcedTable
      doNotVertAlignInTxbx useAnsiKerningPairs cachedColBalance`,
  ],
  [
    'Names, ids and locks of drawings',
    'wp',
    `
      cNvGraphicFramePr cNvPr cNvSpPr cNvCnPr cNvFrPr cNvContentPartPr nvContentPartPr cNvGrpSpPr extLst`,
  ],
  [
    'Read under the prefix of their own namespaces (wps, wpc), or named as left out',
    'wp',
    `
      txbxContent txbx linkedTxbx bodyPr contentPart bg whole`,
  ],
  [
    'Sounds, films, animation, and what a pointer does',
    'a',
    `
      st audioCd wavAudioFile audioFile videoFile quickTimeFile snd hlinkHover hlinkMouseOver bldDgm bldChart chart`,
  ],
  [
    'Names, locks, handles and connections of drawings',
    'a',
    `
      spLocks cxnSpLocks stCxn endCxn picLocks grpSpLocks graphicFrameLocks cpLocks cNvPr cNvSpPr nvSpPr cNvCxnSpPr
      nvCxnSpPr cNvPicPr nvPicPr cNvGraphicFramePr nvGraphicFramePr cNvGrpSpPr nvGrpSpPr ahXY ahPolar ahLst cxn cxnLst pos`,
  ],
  [
    'Colours of the theme by number, which are read by a pattern, and lists of colours to choose from',
    'a',
    `
      accent1 accent2 accent3 accent4 accent5 accent6 custClr custClrLst extraClrScheme extraClrSchemeLst masterClrMapping
      overrideClrMapping clrMap themeOverride themeManager`,
  ],
  [
    'What new shapes would look like',
    'a',
    `
      objectDefaults spDef lnDef txDef`,
  ],
  [
    'Effects: what has them is drawn without, and named',
    'a',
    `
      scene3d effectStyle effectStyleLst effectRef camera lightRig backdrop bevelB extrusionClr contourClr flatTx blur
      fillOverlay cont blend glow innerShdw outerShdw prstShdw reflection relOff softEdge effectDag
      rot fill`,
  ],
  [
    'Changes of colours and pictures that are rare: the colour or picture is used as it is',
    'a',
    `
      red redOff redMod green greenOff greenMod blue blueOff blueMod gamma invGamma hsl clrFrom clrTo clrChange clrRepl
      hue alphaBiLevel alphaCeiling alphaFloor alphaInv alphaRepl alphaOutset fillToRect tileRect`,
  ],
  [
    'Scales of text in older drafts',
    'a',
    `
      sx sy useSpRect`,
  ],
  [
    'Tables of slides: Word has none, and their text is named',
    'a',
    `
      lnL lnR lnT lnB lnTlToBr lnBlToTr cell3D headers gridCol tcPr tc tableStyle tableStyleId tblPr tblGrid tr tbl
      insideH insideV tl2br tr2bl tcBdr tcTxStyle tcStyle tblBg wholeTbl band1H band2H band1V band2V tblStyle tblStyleLst`,
  ],
  [
    'Levels of lists by number, which are read by a pattern',
    'a',
    `
      lvl1pPr lvl2pPr lvl3pPr lvl4pPr lvl5pPr lvl6pPr lvl7pPr lvl8pPr lvl9pPr`,
  ],
  [
    'What holds without them',
    'a',
    `
      noAutofit buClrTx buSzTx buFontTx uLnTx uLn uFillTx uFill sym`,
  ],
  [
    'Not done: text of SmartArt can differ',
    'a',
    `
      buSzPts tabLst`,
  ],
  [
    'Where a chart comes from and how it is edited or printed by itself',
    'c',
    `
      ptCount axPos crossAx lang roundedCorners clrMapOvr pivotSource pivotFmt pivotFmts fmtId
      protection externalData printSettings chartSpace chartObject data selection userInterface oddHeader oddFooter
      evenHeader evenFooter firstHeader firstFooter autoUpdate headerFooter pageMargins pageSetup legacyDrawingHF`,
  ],
  [
    'Holders of values, which are read whatever they are called',
    'c',
    `
      strCache strRef strLit`,
  ],
  [
    'Depth: three-dimensional charts are drawn flat',
    'c',
    `
      rotX hPercent rotY depthPercent rAngAx perspective thickness gapDepth floor sideWall backWall serAx bubble3D
      applyToFront applyToSides applyToEnd`,
  ],
  [
    'Parts of what is named as not shown',
    'c',
    `
      showHorzBorder showVertBorder showOutline showKeys errDir errBarType errValType noEndCap minus trendlineLbl
      surfaceChart surface3DChart bandFmt wireframe bandFmts`,
  ],
  [
    'Not done: a chart can look another way than in Word',
    'c',
    `
      pictureOptions secondPiePt showLegendKey showLeaderLines leaderLines invertIfNegative scatterStyle
      splitType splitPos custSplit secondPieSize bubbleScale showNegBubbles sizeRepresents pictureFormat pictureStackUnit
      custUnit builtInUnit dispUnitsLbl minorGridlines minorTickMark crosses crossesAt lblAlgn lblOffset tickLblSkip
      tickMarkSkip noMultiLvlLbl baseTimeUnit majorTimeUnit minorUnit minorTimeUnit plotVisOnly showDLblsOverMax`,
  ],
  [
    'Handles, and what older programs kept',
    'v',
    `
      handles`,
  ],
  [
    'Effects of old shapes',
    'v',
    `
      shadow`,
  ],
  [
    'How old programs draw, name and lock shapes',
    'o',
    `
      shapedefaults shapelayout colormru colormenu idmap regrouptable rules entry proxy relationtable lock complex
      equationxml LinkType LockedField FieldCodes`,
  ],
  [
    'Not done: shapes are drawn without, and text in them is named',
    'o',
    `
      signatureline ink diagram skew extrusion callout clippath fill`,
  ],
  [
    'Formats of signs that equations add',
    'm',
    `
      ctrlPr sSubPr sSubSupPr sSupPr sPrePr limLowPr limUppPr eqArrPr funcPr boxPr argPr mPr mcs mcPr count`,
  ],
  [
    'Not done: an equation can look another way than in Word',
    'm',
    `
      lit brk aln opEmu noBreak diff grow shp baseJc maxDist objDist rSpRule rSp
      vertJc mcJc plcHide cGpRule cSp cGp zeroWid zeroAsc zeroDesc transp alnScr argSz mathFont brkBin brkBinSub smallFrac
      dispDef lMargin rMargin preSp postSp interSp intraSp wrapIndent wrapRight`,
  ],
  [
    'Tracked changes of two people at once, ids, and pictures to be saved',
    'w14',
    `
      docId conflictMode customXmlConflictInsRangeStart customXmlConflictInsRangeEnd customXmlConflictDelRangeStart
      customXmlConflictDelRangeEnd conflictIns conflictDel discardImageEditingData defaultImageDpi entityPicker
      checkedState uncheckedState`,
  ],
  [
    'Effects of letters, which are drawn without',
    'w14',
    `
      tint shade hueMod satOff satMod lumOff lumMod srgbClr schemeClr fillToRect prstDash camera
      lightRig bevelT bevelB extrusionClr contourClr glow shadow reflection scene3d props3d
      sat lum path rot`,
  ],
  [
    'Not done: other forms of letters and digits that a font has',
    'w14',
    `
      styleSet numSpacing stylisticSets cntxtAlts`,
  ],
  [
    'Comments, authors and how controls look on a screen',
    'w15',
    `
      appearance commentEx commentsEx person presenceInfo people sectionTitle doNotAllowInsertDeleteSection
      repeatingSection repeatingSectionItem chartTrackingRefBased collapsed docId webExtensionLinked webExtensionCreated`,
  ],
  [
    'Not done: data of controls with rich text, notes in columns',
    'w15',
    `
      dataBinding footnoteColumns`,
  ],
]
