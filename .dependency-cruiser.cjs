/** Packages that the build puts into the modules of this one. */
const BUNDLED = require('./build/bundled-packages.json')

/** Which folder of src may import which. The modules beside them, `input`, `pace` and `platform` are open to all. */
const FOLDERS = {
  // What stands in for Node.js reads keys as the rest of the package does.
  platform: ['cms'],
  input: [],
  pace: [],
  assets: [],
  pdf: [],
  cms: [],
  net: [],
  keys: [],
  ooxml: ['typeset'],
  audit: ['pdf', 'texts'],
  trust: ['cms', 'net'],
  typeset: ['pdf', 'assets'],
  convert: ['ooxml', 'typeset', 'pdf', 'assets'],
  texts: [],
  sign: [
    'pdf',
    'ink/index.ts',
    'cms',
    'trust',
    'audit',
    'typeset',
    'convert',
    'texts',
    'assets',
    'verify/(earlier-signatures|signing-doubts|changes/signed-fields|parties/row-check)\\.ts',
  ],
  ink: ['pdf'],
  verify: ['pdf', 'ink/index.ts', 'cms', 'trust', 'audit'],
  report: ['pdf', 'cms', 'trust', 'audit', 'typeset', 'texts', 'verify', 'sign'],
  work: ['assets'],
  workers: ['work', 'sign', 'verify', 'convert', 'report', 'assets'],
  element: ['report', 'texts', 'verify'],
  web: ['sign', 'verify', 'convert', 'report'],
  'trust-lists': ['pdf', 'cms', 'net', 'trust', 'verify'],
  jobs: ['work', 'workers', 'sign', 'verify', 'convert', 'report', 'texts', 'keys', 'net', 'trust', 'audit', 'pdf'],
  batch: ['jobs', 'work', 'sign', 'verify', 'convert', 'trust', 'audit', 'net'],
  admission: ['work', 'keys', 'jobs/members/work-kind.ts'],
  testing: ['keys', 'admission', 'http', 'batch', 'trust', 'trust-lists'],
}

/**
 * Folders with doors: the modules at their top, ten at most (`test/house/structure.test.ts`). What lies in folders below is
 * theirs alone, except for the typesetter's input, `typeset/model`, whose modules are doors too. `index`, `web` and `everywhere`
 * list what callers get, each thing from the module that has it.
 */
const DOORED = ['cms', 'keys', 'pdf', 'trust', 'typeset']

const OPEN = ['input', 'pace', 'platform']

/** An entry is a folder, or one module where no more of a folder is needed. */
const asPattern = (entry) => (entry.endsWith('.ts') ? `${entry}$` : `${entry}/`)

const NETWORK = '^(node:)?(net|http|https|http2|dgram|tls|dns|dns/promises)$'
const FILE_SYSTEM = '^(node:)?(fs|fs/promises)$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two modules that need each other are one module, or three.',
      // The types of the document model are one recursive tree: a text box holds blocks, a block holds drawings.
      from: { pathNot: '^src/typeset/model/' },
      to: { circular: true },
    },
    {
      name: 'root-modules-stand-alone',
      severity: 'error',
      from: { path: '^src/(bytes|deadline|errors|escape|limits|lists|numbers|tell|version)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'ooxml-yields-the-model',
      severity: 'error',
      comment: 'Reading a DOCX gives what the engine sets, so it knows those types, and how Word writes numbers.',
      from: { path: '^src/ooxml/' },
      to: { path: '^src/typeset/', pathNot: '^src/typeset/(model/|drawings\\.ts$)' },
    },
    ...Object.entries(FOLDERS).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      severity: 'error',
      comment: `src/${folder} may import ${['the modules beside it', ...OPEN, ...allowed].join(', ')}; nothing else of ours.`,
      from: { path: `^src/${folder}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${[folder, ...OPEN, ...allowed].map(asPattern).join('|')}|(bytes|deadline|errors|escape|limits|lists|numbers|tell|version)\\.ts$)`,
      },
    })),
    ...DOORED.map((folder) => ({
      name: `${folder}-doors`,
      severity: 'error',
      comment: `What others need of src/${folder} comes through a module at its top.`,
      from: { path: '^src/', pathNot: `^src/(${folder}/|(index|web|everywhere)\\.ts$)` },
      to: { path: `^src/${folder}/(?!model/)[^/]+/` },
    })),
    {
      name: 'known-folders-only',
      severity: 'error',
      comment: 'A new folder under src needs its line in the table above.',
      from: {
        path: '^src/',
        pathNot: `^src/((${Object.keys(FOLDERS).join('|')}|http)/|(index|web|everywhere|bytes|deadline|errors|escape|limits|lists|numbers|tell|version)\\.ts$)`,
      },
      to: {},
    },
    {
      name: 'index-is-for-callers',
      severity: 'error',
      comment: 'Inside src, import the module that has the thing; only http stands above the public functions.',
      from: { path: '^src/', pathNot: '^src/http/' },
      to: { path: '^src/index\\.ts$' },
    },
    {
      name: 'src-stays-inside',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(adapters|test|bench)/' },
    },
    {
      name: 'adapters-use-public-entries',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^(src/(?!(index|deadline|tell|trust-lists/entry)\\.ts$|input/)|test/|bench/)' },
    },
    {
      name: 'no-frameworks-in-src',
      severity: 'error',
      comment: 'Frameworks, database drivers and mailers belong to adapters.',
      from: { path: '^src/' },
      to: {
        path: '(^|node_modules/)(express|hono|@hono/|fastify|koa|pg|ioredis|redis|bullmq|@aws-sdk/|better-sqlite3|nodemailer)(/|$)',
      },
    },
    {
      name: 'no-dev-dependencies-in-src',
      severity: 'error',
      from: { path: '^(src|adapters)/' },
      comment:
        'What the host brings is a peer, and a development dependency only for the tests; what the build puts in is listed.',
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
        pathNot: `^node_modules/(@types|${BUNDLED.map((name) => name.replaceAll('.', '\\.')).join('|')})/`,
      },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      comment: 'What is imported stands in package.json and can be resolved.',
      from: {},
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['npm-peer'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'files-for-assets-only',
      severity: 'error',
      comment:
        'The file system only to load the files of the package, fonts that are installed beside it, and the viewer of pages.',
      from: {
        path: '^src/',
        pathNot: '^src/(assets/|typeset/fonts/bundled-faces\\.ts$|http/check/client-files\\.ts$)',
      },
      to: { path: FILE_SYSTEM },
    },
    {
      name: 'network-in-net-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/net/' },
      to: { path: NETWORK },
    },
    {
      name: 'no-processes-in-src',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(node:)?(child_process|cluster|repl|process)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What runs in browsers imports what the API serves.
    exclude: { path: '^src/http/check/client/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
