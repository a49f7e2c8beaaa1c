/**
 * Settings of `sealwright serve`.
 *
 * @module
 */
import { IDENTITY_SETTINGS } from './identity-settings.js'
import type { SettingTable } from './settings.js'
import { EVIDENCE_SETTINGS, LEVEL_CHOICES } from './shared-settings.js'
import { STORE_SETTINGS } from './store-settings.js'

const LISTENING = {
  listen: {
    flag: '--listen <address>',
    about: 'port, host:port or the path of a socket to listen on (127.0.0.1:3000)',
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
    about: 'redis:// of a server that counts limits for several processes',
    type: 'text',
    isSecret: true,
  },
  codeSecret: {
    flag: '--code-secret',
    about: 'what codes are hashed with, 32 bytes or more; made once below --data with SQLite',
    type: 'text',
    isSecret: true,
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

const LIMITS = {
  verifyNeedsKey: { flag: '--verify-needs-key', about: 'requires an API key for verifying, too', type: 'switch' },
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
  checkMail: { flag: '--check-mail', about: 'makes readiness ask the mail server too', type: 'switch' },
} as const satisfies SettingTable

export const SERVE_SETTINGS = {
  ...LISTENING,
  ...IDENTITY_SETTINGS,
  ...STORE_SETTINGS,
  ...SHARING,
  ...SIGNING,
  ...EVIDENCE_SETTINGS,
  ...LIMITS,
  ...WATCHING,
} as const satisfies SettingTable
