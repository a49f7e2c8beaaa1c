/**
 * Settings of commands that sign.
 *
 * @module
 */
import type { SettingTable } from './settings.js'

export const IDENTITY_SETTINGS = {
  key: {
    flag: '--key <file>',
    about: 'PKCS#12 file, or private key in PEM (with its certificate, or --certificate)',
    type: 'text',
  },
  keyAlias: {
    flag: '--key-alias <name>',
    about: 'alias of the key, where a PKCS#12 file has several',
    type: 'text',
  },
  keySerialNumber: {
    flag: '--key-serial-number <hex>',
    about: "serial number of the key's certificate, where a PKCS#12 file has several",
    type: 'text',
  },
  certificate: { flag: '--certificate <file>', about: 'certificate of a key in PEM', type: 'text' },
  chain: { flag: '--chain <file>', about: 'certificates of the issuers, in PEM', type: 'text' },
  passphrase: { flag: '--passphrase', about: 'passphrase of the key', type: 'text', isSecret: true },
  development: { flag: '--development', about: 'signs with a key made now, which nobody trusts', type: 'switch' },
} as const satisfies SettingTable
