/**
 * Settings of `sealwright serve`.
 *
 * @module
 */
import { IDENTITY_SETTINGS } from './identity-settings.js'
import type { Settings, SettingTable } from './settings.js'
import { EVIDENCE_SETTINGS, LEVEL_CHOICES } from './shared-settings.js'
import { STORE_SETTINGS } from './store-settings.js'
import { TRUST_LISTS_SETTINGS } from './trust-settings.js'

const LISTENING = {
  listen: {
    flag: '--listen <address>',
    about:
      'port, host:port or the path of a socket to listen on (127.0.0.1:3000; all addresses at PORT where that is set)',
    type: 'text',
  },
  basePath: { flag: '--base-path <path>', about: 'path that the API is below, such as /api', type: 'text' },
  trustProxy: {
    flag: '--trust-proxy <number>',
    about: 'how many proxies stand in front of it, whose X-Forwarded-For is believed (0)',
    type: 'number',
    min: 0,
    max: 32,
  },
  corsOrigin: { flag: '--cors-origin <origin...>', about: 'pages of which other origins may call it', type: 'list' },
  noticeSeconds: {
    flag: '--notice-seconds <number>',
    about: 'at the end: how long requests are still taken while readiness is 503 already (0)',
    type: 'number',
    min: 0,
    max: 3600,
  },
  graceSeconds: {
    flag: '--grace-seconds <number>',
    about: 'at the end: how long requests in progress may take (30)',
    type: 'number',
    min: 0,
    max: 3600,
  },
} as const satisfies SettingTable

const SHARING = {
  redisUrl: {
    flag: '--redis-url',
    about: 'address (redis://) of the server that counts limits for several processes',
    type: 'text',
    isSecret: true,
  },
  codeSecret: {
    flag: '--code-secret',
    about:
      'what codes are hashed with, 32 bytes or more; made once below --data with SQLite; several lines, newest first, while it is changed',
    type: 'text',
    isSecret: true,
  },
  limitsOutage: {
    flag: '--limits-outage <policy>',
    about: 'while that Redis is away: count in each process, or refuse requests (count)',
    type: 'text',
    choices: ['count', 'refuse'],
  },
  smtpUrl: { flag: '--smtp-url', about: 'mail server: smtps://user:password@host', type: 'text', isSecret: true },
  mailFrom: { flag: '--mail-from <address>', about: 'sender of the e-mails with codes', type: 'text' },
  keyDays: {
    flag: '--key-days <number>',
    about: 'lifetime of new API keys; unlimited if left out',
    type: 'number',
    min: 0.001,
    max: 36_500,
  },
} as const satisfies SettingTable

const SIGNING = {
  serviceName: { flag: '--service-name <name>', about: 'for certificate pages and e-mails', type: 'text' },
  level: {
    flag: '--level <level>',
    about: 'PAdES baseline level of every signature (B-B)',
    type: 'text',
    choices: LEVEL_CHOICES,
  },
  levels: {
    flag: '--levels <level...>',
    about: 'further levels that requests may ask for',
    type: 'list',
    choices: LEVEL_CHOICES,
  },
  formerCertificate: {
    flag: '--former-certificate <file...>',
    about: 'certificates that signed here before, whose signatures are recognised',
    type: 'list',
  },
} as const satisfies SettingTable

const VERIFYING = {
  ...TRUST_LISTS_SETTINGS,
  online: {
    flag: '--online',
    about: "verifying asks the certificates' issuers whether they were revoked, over the network",
    type: 'switch',
  },
  signReports: { flag: '--sign-reports', about: 'signs reports in XML with the key of the service', type: 'switch' },
  verifyNeedsKey: { flag: '--verify-needs-key', about: 'requires an API key for verifying, too', type: 'switch' },
} as const satisfies SettingTable

const LIMITS = {
  fetch: { flag: '--no-fetch', about: 'fetches no documents from URLs that requests name', type: 'switch' },
  maxDocumentMb: {
    flag: '--max-document-mb <number>',
    about: 'largest document, in MB (25)',
    type: 'number',
    min: 0.001,
    max: 1024,
  },
  threads: {
    flag: '--threads <number>',
    about: 'worker threads; from the processors if left out',
    type: 'number',
    min: 1,
    max: 512,
  },
  workerModule: {
    flag: '--worker-module <file>',
    about: 'module of the worker threads, where this one is not the package as it was built',
    type: 'text',
  },
} as const satisfies SettingTable

const WATCHING = {
  docs: { flag: '--no-docs', about: 'serves no page to try the API out at /v1/docs', type: 'switch' },
  checkPage: { flag: '--check-page', about: 'serves a page for verifying at /v1/check, to everybody', type: 'switch' },
  checkInPage: {
    flag: '--no-check-in-page',
    about: 'has browsers send files to that page instead of verifying them themselves',
    type: 'switch',
  },
  metrics: { flag: '--metrics', about: 'serves figures for Prometheus at /v1/metrics', type: 'switch' },
  metricsToken: {
    flag: '--metrics-token',
    about: 'what Prometheus must send as bearer token; without one, keep strangers from the path',
    type: 'text',
    isSecret: true,
  },
  telemetry: {
    flag: '--telemetry',
    about: 'traces and figures by OpenTelemetry, through the SDK that NODE_OPTIONS=--import loads',
    type: 'switch',
  },
  checkMail: {
    flag: '--check-mail',
    about: 'makes the service not ready while the mail server is away; otherwise that is told as degraded',
    type: 'switch',
  },
  minFreeMb: {
    flag: '--min-free-mb <number>',
    about:
      'space that the folders of the service must have for it to be ready, in MB (256, or a twentieth of a smaller disk)',
    type: 'number',
    min: 0,
    max: 1_000_000,
  },
} as const satisfies SettingTable

const KEEPING = {
  ownerMb: {
    flag: '--owner-mb <number>',
    about: 'what one owner may have stored of batches, uploads and results together, in MB (1024)',
    type: 'number',
    min: 0,
    max: 1_000_000_000,
  },
  ownerDocuments: {
    flag: '--owner-documents <number>',
    about: 'documents that one owner may have in batches that have not ended (100000)',
    type: 'number',
    min: 0,
    max: 1_000_000_000,
  },
  ownerUrls: {
    flag: '--owner-urls <number>',
    about: 'of those, documents that are named by URL (20000)',
    type: 'number',
    min: 0,
    max: 1_000_000_000,
  },
  keepDays: {
    flag: '--keep-days <number>',
    about: 'how long batches are kept after they were made, with their files and results (30)',
    type: 'number',
    min: 0.001,
    max: 36_500,
  },
  answersMb: {
    flag: '--answers-mb <number>',
    about: 'what all kept answers may take, in MB, one owner a quarter of it (1024; 256 in Redis)',
    type: 'number',
    min: 1,
    max: 1_000_000_000,
  },
  answerHours: {
    flag: '--answer-hours <number>',
    about: 'how long an answer is kept for its idempotency key (24)',
    type: 'number',
    min: 0.001,
    max: 8760,
  },
} as const satisfies SettingTable

const BATCHES = {
  batches: { flag: '--batches', about: 'serves /v1/batches, and works on them here', type: 'switch' },
  batchInputs: {
    flag: '--batch-inputs <place>',
    about: 'where documents of batches come from and are put: a folder, or s3://bucket/prefix (inputs below --data)',
    type: 'text',
  },
  batchResults: {
    flag: '--batch-results <place>',
    about: 'where results go: a folder, or s3://bucket/prefix (results below --data)',
    type: 'text',
  },
  batchConcurrency: {
    flag: '--batch-concurrency <number>',
    about: 'documents of batches that this process works on at once; 0 where others do (2)',
    type: 'number',
    min: 0,
    max: 256,
  },
  s3Endpoint: {
    flag: '--s3-endpoint <url>',
    about: 'of a service that speaks the protocol of S3; credentials and region are those of the AWS SDK',
    type: 'text',
  },
  queueUrl: {
    flag: '--queue-url',
    about:
      'address (redis://) of the server that keeps batches; it must write to disk. Default: the server of the limits, or else SQLite',
    type: 'text',
    isSecret: true,
  },
  webhookSecret: {
    flag: '--webhook-secret',
    about:
      'whsec_ and 24 to 64 bytes in base64, for webhooks of batches; several lines, newest first, while it is changed',
    type: 'text',
    isSecret: true,
  },
} as const satisfies SettingTable

export const SERVE_SETTINGS = {
  ...LISTENING,
  ...IDENTITY_SETTINGS,
  ...STORE_SETTINGS,
  ...SHARING,
  ...SIGNING,
  ...EVIDENCE_SETTINGS,
  ...VERIFYING,
  ...LIMITS,
  ...WATCHING,
  ...KEEPING,
  ...BATCHES,
} as const satisfies SettingTable

/** The settings of one service, as they were read. */
export type ServeSettings = Settings<typeof SERVE_SETTINGS>
