/**
 * Settings of `sealwright sign`.
 *
 * @module
 */
import { IDENTITY_SETTINGS } from './identity-settings.js'
import type { SettingTable } from './settings.js'
import {
  EVIDENCE_SETTINGS,
  JSON_SETTINGS,
  LEVEL_CHOICES,
  OUTPUT_SETTINGS,
  PASSWORD_SETTINGS,
} from './shared-settings.js'

export const SIGN_SETTINGS = {
  ...IDENTITY_SETTINGS,
  signerName: { flag: '--signer-name <name>', about: 'who signs', type: 'text' },
  signerEmail: { flag: '--signer-email <address>', about: "the signer's address", type: 'text' },
  request: {
    flag: '--request <file>',
    about: 'a sign request in JSON, as POST /v1/sign takes it without the document: audit trail, metadata and more',
    type: 'text',
  },
  ...OUTPUT_SETTINGS,
  suffix: {
    flag: '--suffix <text>',
    about: 'added to the name of results beside their input (-signed)',
    type: 'text',
  },
  page: { flag: '--no-page', about: 'adds no certificate page; needed to counter-sign', type: 'switch' },
  documentName: {
    flag: '--document-name <name>',
    about: 'for the certificate page; the title if left out',
    type: 'text',
  },
  serviceName: { flag: '--service-name <name>', about: 'for the certificate page', type: 'text' },
  reason: { flag: '--reason <text>', about: 'shown by viewers', type: 'text' },
  location: { flag: '--location <text>', about: 'shown by viewers', type: 'text' },
  field: { flag: '--field <name>', about: 'an existing, empty signature field', type: 'text' },
  certify: {
    flag: '--certify <1|2|3>',
    about: '1 permits no change afterwards, 2 form filling and signing, 3 annotations too',
    type: 'number',
    min: 1,
    max: 3,
  },
  level: {
    flag: '--level <level>',
    about: 'PAdES baseline level',
    type: 'text',
    choices: LEVEL_CHOICES,
  },
  ...EVIDENCE_SETTINGS,
  ...PASSWORD_SETTINGS,
  ...JSON_SETTINGS,
} as const satisfies SettingTable
