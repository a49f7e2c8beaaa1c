/**
 * The table of families that documents use, with their substitutes.
 *
 * @module
 */

import { OLD_UNITS } from './east-asian-lines.js'
import type { FamilySubstitute } from './family-substitute.js'

/**
 * Names of families, and the substitute of each. Ascents, descents and gaps are those of the families themselves in Windows, in
 * ems. Scales make a substitute as wide as the family on average.
 */
export const FAMILY_ROWS: readonly (readonly [names: string, substitute: FamilySubstitute])[] = [
  ['calibri', { use: 'carlito', kind: 'sans', isTwin: true, underline: [0.1133, 0.0654] }],
  [
    'calibri light',
    { use: 'carlito', kind: 'sans', isTwin: true, widths: 'calibriLight', underline: [0.1133, 0.0654] },
  ],
  // Our own pages ask for it by name: what stands in for nothing keeps the widths of its faces.
  ['carlito', { use: 'carlito', kind: 'sans', isTwin: true, underline: [0.1133, 0.0654], narrowHangul: true }],
  // Caladea was drawn for Cambria, but the releases that there are now are narrower.
  ['cambria', { use: 'caladea', kind: 'serif', widths: 'cambria', line: [0.9502, 0.2222, 0] }],
  ['caladea', { use: 'caladea', kind: 'serif', isTwin: true }],
  ['cambria math', { use: 'caladea', kind: 'serif', widths: 'cambria', line: [0.9502, 0.2222, 0] }],
  [
    'arial, arimo, liberation sans, helvetica, helvetica neue, nimbus sans l, nimbus sans, albany, freesans',
    { use: 'arimo', kind: 'sans', isTwin: true },
  ],
  [
    'times new roman, timesnewroman, times, tinos, liberation serif, tms rmn, nimbus roman, nimbus roman no9 l, thorndale, freeserif',
    { use: 'tinos', kind: 'serif', isTwin: true },
  ],
  [
    'courier new, couriernew, courier, cousine, liberation mono, nimbus mono l, nimbus mono ps, cumberland, freemono',
    { use: 'cousine', kind: 'mono', isTwin: true },
  ],
  ['microsoft sans serif, ms sans serif', { use: 'arimo', kind: 'sans', isTwin: true, line: [0.9219, 0.21, 0] }],
  // Word takes it for an East Asian font: the columns of a document that shows its characters hold as many lines as with that.
  ['arial unicode ms', { use: 'arimo', kind: 'sans', line: [1.0688, 0.271, 0], isEastAsian: true }],
  ['georgia, gelasio', { use: 'gelasio', kind: 'serif', isTwin: true, line: [0.917, 0.2192, 0] }],
  ['dejavu sans, bitstream vera sans', { use: 'dejavuSans', kind: 'sans', isTwin: true }],
  ['dejavu sans condensed', { use: 'dejavuCondensed', kind: 'sans', isTwin: true }],
  ['dejavu serif, bitstream vera serif', { use: 'dejavuSerif', kind: 'serif', isTwin: true }],
  ['dejavu sans mono, bitstream vera sans mono, menlo', { use: 'dejavuMono', kind: 'mono', isTwin: true }],
  [
    'arial narrow, helvetica narrow, liberation sans narrow',
    { use: 'arimo', kind: 'sans', isTwin: true, scale: 0.82, line: [0.936, 0.2119, 0] },
  ],
  [
    'aptos, aptos light, aptos semibold, aptos narrow',
    { use: 'carlito', kind: 'sans', widths: 'aptos', line: [0.939, 0.282, 0], scriptSize: 0.6 },
  ],
  ['aptos display', { use: 'carlito', kind: 'sans', widths: 'aptosDisplay', line: [0.939, 0.282, 0], scriptSize: 0.6 }],
  ['aptos mono', { use: 'cousine', kind: 'mono' }],
  ['aptos serif', { use: 'caladea', kind: 'serif', line: [0.939, 0.282, 0] }],
  ['verdana', { use: 'dejavuSans', kind: 'sans', widths: 'verdana', line: [1.0054, 0.21, 0] }],
  ['tahoma', { use: 'dejavuCondensed', kind: 'sans', widths: 'tahoma', line: [1.0005, 0.2065, 0] }],
  ['trebuchet ms', { use: 'carlito', kind: 'sans', widths: 'trebuchet', line: [0.939, 0.2222, 0] }],
  [
    'segoe ui, segoe ui semilight, segoe ui semibold, segoe, selawik, segoe ui symbol, segoe ui emoji, leelawadee ui, nirmala ui, gadugi',
    { use: 'carlito', kind: 'sans', widths: 'segoe', line: [1.0791, 0.251, 0] },
  ],
  ['segoe ui light', { use: 'carlito', kind: 'sans', widths: 'segoeLight', line: [1.0791, 0.251, 0] }],
  ['ebrima', { use: 'carlito', kind: 'sans', widths: 'segoe', line: [1.106, 0.251, 0] }],
  [
    'century gothic, avant garde, itc avant garde gothic, urw gothic, futura, didact gothic',
    { use: 'arimo', kind: 'sans', widths: 'centuryGothic', line: [1.0059, 0.2202, 0] },
  ],
  ['tw cen mt', { use: 'carlito', kind: 'sans', scale: 0.96, line: [0.854, 0.233, 0] }],
  ['sylfaen', { use: 'tinos', kind: 'serif', line: [1.012, 0.3, 0] }],
  ['palatino linotype', { use: 'gelasio', kind: 'serif', widths: 'palatino', line: [1.0503, 0.2988, 0] }],
  [
    'palatino, book antiqua, p052, urw palladio l',
    { use: 'gelasio', kind: 'serif', widths: 'palatino', line: [0.9229, 0.2832, 0.0415] },
  ],
  [
    'bookman old style, bookman, itc bookman, urw bookman',
    { use: 'gelasio', kind: 'serif', widths: 'bookman', line: [0.9297, 0.2441, 0] },
  ],
  [
    'century schoolbook, century, new century schoolbook, c059',
    { use: 'gelasio', kind: 'serif', widths: 'centurySchoolbook', line: [0.9854, 0.2153, 0] },
  ],
  ['garamond, adobe garamond pro', { use: 'tinos', kind: 'serif', widths: 'garamond', line: [0.8613, 0.2629, 0] }],
  ['arial black', { use: 'dejavuSans', kind: 'sans', widths: 'arialBlack', line: [1.1006, 0.3096, 0], isHeavy: true }],
  ['comic sans ms, comic sans', { use: 'carlito', kind: 'sans', widths: 'comicSans', line: [1.1025, 0.2915, 0] }],
  [
    'impact, haettenschweiler',
    { use: 'arimo', kind: 'sans', widths: 'impact', line: [1.0088, 0.2109, 0], isHeavy: true },
  ],
  ['consolas', { use: 'cousine', kind: 'mono', scale: 0.9162, line: [0.9199, 0.251, 0] }],
  ['lucida console', { use: 'dejavuMono', kind: 'mono', line: [0.7891, 0.2109, 0] }],
  // Its lines are a third higher than its size: so in PDFs by Word on a Mac, of 1,600 lines of two manuals.
  ['monaco', { use: 'dejavuMono', kind: 'mono', scale: 0.9968, line: [1, 0.25, 0.0833] }],
  ['lucida sans typewriter, andale mono', { use: 'dejavuMono', kind: 'mono' }],
  [
    'source code pro, roboto mono, fira code, fira mono, ibm plex mono, jetbrains mono, cascadia code, cascadia mono, ubuntu mono, inconsolata, noto sans mono, droid sans mono, sf mono',
    { use: 'cousine', kind: 'mono' },
  ],
  ['lucida sans, lucida grande', { use: 'dejavuSans', kind: 'sans', scale: 0.95, line: [0.9668, 0.2109, 0] }],
  // Made for more scripts than Lucida Sans: its lines are half as high again as its letters.
  ['lucida sans unicode', { use: 'dejavuSans', kind: 'sans', scale: 0.95, line: [1.0967, 0.4399, 0] }],
  ['lucida bright, lucida fax', { use: 'dejavuSerif', kind: 'serif', scale: 0.95 }],
  // By the columns that Word fitted to words in two manuals: twenty of words, between 1.026 and 1.052 of Carlito's.
  ['candara', { use: 'carlito', kind: 'sans', scale: 1.036, line: [0.9521, 0.2686, 0] }],
  ['corbel', { use: 'carlito', kind: 'sans', scale: 1.04, line: [0.9521, 0.2686, 0] }],
  ['constantia', { use: 'caladea', kind: 'serif', scale: 1.01, line: [0.9521, 0.2686, 0] }],
  [
    'franklin gothic book, franklin gothic medium, franklin gothic, libre franklin',
    { use: 'arimo', kind: 'sans', scale: 0.94, line: [0.8984, 0.2344, 0] },
  ],
  [
    'franklin gothic demi, franklin gothic heavy',
    { use: 'arimo', kind: 'sans', scale: 0.94, line: [0.8984, 0.2344, 0], isHeavy: true },
  ],
  [
    'gill sans mt, gill sans, gill sans nova',
    { use: 'carlito', kind: 'sans', scale: 1.03, line: [0.918, 0.23, 0.0107] },
  ],
  ['rockwell', { use: 'dejavuSerif', kind: 'serif', scale: 0.86, line: [0.9131, 0.2607, 0] }],
  ['perpetua', { use: 'tinos', kind: 'serif', scale: 0.88, line: [0.9009, 0.2461, 0] }],
  [
    'baskerville, baskerville old face, bell mt, goudy old style, californian fb, calisto mt, sitka text, hoefler text, minion pro, crimson text',
    { use: 'tinos', kind: 'serif' },
  ],
  ['segoe print', { use: 'carlito', kind: 'sans', scale: 1.135, line: [1.0688, 0.293, 0] }],
  [
    'sf pro text, sf pro display, -apple-system, system-ui, san francisco',
    { use: 'arimo', kind: 'sans', scale: 1.04, line: [0.9688, 0.2412, 0] },
  ],
  ['myriad pro, optima, gotham, proxima nova', { use: 'carlito', kind: 'sans', scale: 1.05 }],
  [
    'univers, frutiger, avenir, avenir next, avenir next lt pro, geneva, swis721 bt, trade gothic, akkurat, whitney, museo sans, interstate, din pro, bahnschrift, arial rounded mt bold',
    { use: 'arimo', kind: 'sans' },
  ],
  ['cg times, sabon, swift, stempel garamond', { use: 'tinos', kind: 'serif' }],
  ['charter', { use: 'gelasio', kind: 'serif' }],
  [
    'symbol, opensymbol, standard symbols ps',
    { use: 'tinos', kind: 'serif', line: [1.0049, 0.2197, 0], symbols: 'symbol' },
  ],
  ['mt extra', { use: 'dejavuSans', kind: 'sans', symbols: 'mtExtra' }],
  ['wingdings', { use: 'dejavuSans', kind: 'sans', line: [0.8984, 0.2109, 0], symbols: 'wingdings' }],
  ['wingdings 2', { use: 'dejavuSans', kind: 'sans', line: [0.8984, 0.2109, 0], symbols: 'wingdings2' }],
  ['wingdings 3', { use: 'dejavuSans', kind: 'sans', line: [0.8984, 0.2109, 0], symbols: 'wingdings3' }],
  ['webdings', { use: 'dejavuSans', kind: 'sans', line: [0.8984, 0.2109, 0], symbols: 'webdings' }],
  [
    'simsun, 宋体, nsimsun, 新宋体, simsun-extb, simsun-extg, fangsong, 仿宋, 仿宋_gb2312, fangsong_gb2312, kaiti, 楷体, 楷体_gb2312, kaiti_gb2312, stsong, 华文宋体',
    {
      use: 'cousine',
      kind: 'serif',
      scale: 0.8332,
      line: [0.8594, 0.1406, 0.1406],
      unitsPerEm: OLD_UNITS,
      isEastAsian: true,
    },
  ],
  [
    'simhei, 黑体, youyuan, 幼圆',
    {
      use: 'cousine',
      kind: 'sans',
      scale: 0.8332,
      line: [0.8594, 0.1406, 0.1406],
      unitsPerEm: OLD_UNITS,
      isEastAsian: true,
    },
  ],
  [
    'ms mincho, ms 明朝',
    {
      use: 'cousine',
      kind: 'serif',
      scale: 0.8332,
      line: [0.8594, 0.1406, 0],
      unitsPerEm: OLD_UNITS,
      isEastAsian: true,
    },
  ],
  ['dfkai-sb, 標楷體', { use: 'cousine', kind: 'serif', scale: 0.8332, line: [0.8594, 0.1406, 0], isEastAsian: true }],
  [
    'batangche, 바탕체, gungsuhche, 궁서체',
    { use: 'cousine', kind: 'serif', scale: 0.8332, line: [0.8584, 0.1416, 0], isEastAsian: true },
  ],
  [
    'mingliu, 細明體, mingliu-extb, 細明體-extb, mingliu_hkscs, 細明體_hkscs, mingliu_hkscs-extb',
    { use: 'cousine', kind: 'serif', scale: 0.8332, line: [0.8008, 0.1992, 0], isEastAsian: true },
  ],
  [
    'ms gothic, ms ゴシック',
    {
      use: 'cousine',
      kind: 'sans',
      scale: 0.8332,
      line: [0.8594, 0.1406, 0],
      unitsPerEm: OLD_UNITS,
      isEastAsian: true,
    },
  ],
  [
    'gulimche, 굴림체, dotumche, 돋움체',
    { use: 'cousine', kind: 'sans', scale: 0.8332, line: [0.8584, 0.1416, 0], isEastAsian: true },
  ],
  [
    'ms pmincho, ms p明朝',
    { use: 'tinos', kind: 'serif', line: [0.8594, 0.1406, 0], unitsPerEm: OLD_UNITS, isEastAsian: true },
  ],
  ['hiragino mincho pron', { use: 'tinos', kind: 'serif', line: [0.8594, 0.1406, 0], isEastAsian: true }],
  ['batang, 바탕, gungsuh, 궁서', { use: 'tinos', kind: 'serif', line: [0.8584, 0.1416, 0], isEastAsian: true }],
  // In a PDF that Word made, M, d and r are 0.94 times as wide as those of Tinos.
  [
    'pmingliu, 新細明體, pmingliu-extb, 新細明體-extb',
    { use: 'tinos', kind: 'serif', scale: 0.94, line: [0.8008, 0.1992, 0], isEastAsian: true },
  ],
  [
    'ms pgothic, ms pゴシック, ms ui gothic',
    { use: 'arimo', kind: 'sans', line: [0.8594, 0.1406, 0], unitsPerEm: OLD_UNITS, isEastAsian: true },
  ],
  ['dotum, 돋움', { use: 'arimo', kind: 'sans', line: [0.8584, 0.1416, 0], isEastAsian: true }],
  [
    'dengxian, 等线, dengxian light, 等线 light, stheiti, yu gothic ui, hiragino kaku gothic pron',
    { use: 'arimo', kind: 'sans', line: [0.8594, 0.1406, 0], isEastAsian: true },
  ],
  [
    'gulim, 굴림',
    { use: 'arimo', kind: 'sans', widths: 'gulim', line: [0.8584, 0.1416, 0], isEastAsian: true, boldHangul: 0.983 },
  ],
  // Lines of the Yu faces are higher than those of other Japanese ones: at 11 points they no longer fit a grid line of 18,
  // which they do at 10.5.
  [
    'yu mincho, 游明朝, yu mincho light, 游明朝 light, yu mincho demibold',
    { use: 'tinos', kind: 'serif', line: [0.988, 0.299, 0], isEastAsian: true },
  ],
  [
    'yu gothic, 游ゴシック, yu gothic light, 游ゴシック light, yu gothic medium',
    { use: 'arimo', kind: 'sans', line: [0.988, 0.299, 0], isEastAsian: true },
  ],
  ['meiryo, メイリオ, meiryo ui', { use: 'dejavuSans', kind: 'sans', line: [1.0604, 0.4404, 0], isEastAsian: true }],
  [
    'noto sans cjk sc, noto sans cjk tc, noto sans cjk jp, noto sans cjk kr, noto sans sc, noto sans tc, noto sans jp, noto sans kr, source han sans, source han sans cn, source han sans sc, source han sans jp, 思源黑体',
    { use: 'carlito', kind: 'sans', scale: 1.1, line: [1.16, 0.288, 0], isEastAsian: true, narrowHangul: true },
  ],
  [
    'noto serif cjk sc, noto serif cjk tc, noto serif cjk jp, noto serif cjk kr, noto serif sc, noto serif jp, source han serif, source han serif cn, source han serif sc, 思源宋体',
    { use: 'tinos', kind: 'serif', line: [1.151, 0.286, 0], isEastAsian: true, narrowHangul: true },
  ],
  [
    'pingfang sc, pingfang tc, pingfang hk, heiti sc, heiti tc, hiragino sans gb, ヒラギノ角ゴ pro w3, ヒラギノ角ゴ pron w3, 方正黑体_gbk, 华文细黑, stxihei',
    { use: 'arimo', kind: 'sans', line: [0.8594, 0.1406, 0], isEastAsian: true },
  ],
  [
    'stzhongsong, 华文中宋, stkaiti, 华文楷体, stfangsong, 华文仿宋, 方正仿宋_gbk, 方正楷体_gbk, 方正小标宋简体, 方正小标宋_gbk, songti sc, kaiti sc',
    { use: 'tinos', kind: 'serif', line: [0.8594, 0.1406, 0], isEastAsian: true },
  ],
  [
    'microsoft yahei, 微软雅黑, microsoft yahei ui, microsoft yahei light, 微软雅黑 light',
    { use: 'carlito', kind: 'sans', widths: 'segoe', line: [1.0581, 0.2617, 0], isEastAsian: true },
  ],
  [
    'microsoft jhenghei, 微軟正黑體, microsoft jhenghei ui, microsoft jhenghei light, 微軟正黑體 light',
    { use: 'carlito', kind: 'sans', widths: 'jhengHei', line: [1.0757, 0.2544, 0], isEastAsian: true },
  ],
  [
    'malgun gothic, 맑은 고딕, malgun gothic semilight, 맑은 고딕 semilight',
    { use: 'carlito', kind: 'sans', widths: 'malgun', line: [1.0884, 0.2417, 0], isEastAsian: true },
  ],
]
