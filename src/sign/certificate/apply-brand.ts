/**
 * Resolves a brand for one document.
 *
 * @module
 */
import { type Language, loadTexts } from '../../texts/texts.js'
import type { ConformanceNeeds } from '../conformance.js'
import type { CertificateBrand } from './brand.js'
import type { CertificateContent } from './certificate-content.js'
import { OWN_PALETTE, type Palette } from './certificate-look.js'
import type { BrandedPage } from './certificate-page.js'
import { CertificateWording } from './certificate-wording.js'

/** Loads texts, and the QR code encoder, if they are needed. */
export async function applyBrand(
  brand: CertificateBrand,
  { service, verificationUrl }: CertificateContent,
  needs: Pick<ConformanceNeeds, 'isOpaque' | 'isArchive'>,
): Promise<BrandedPage> {
  const wording = await wordingOf(brand)
  const { logo } = brand
  const description = logo?.description ?? wording.say('logoOf', { service: service.name })
  const isCoded = brand.qrCode === true && verificationUrl !== undefined
  return {
    palette: paletteOf(brand),
    wording,
    ...(logo === undefined ? {} : { logo: { bytes: logo.bytes, description, needs } }),
    ...(isCoded ? { qrCode: await (await import('./qr-code.js')).encodeQrCode(verificationUrl) } : {}),
  }
}

/** The colours of a brand. */
function paletteOf({ colors = {} }: CertificateBrand): Palette {
  const { accent, text, label } = colors
  const plain = (color: string | undefined, fallback: string) => color?.slice(1).toUpperCase() ?? fallback
  return {
    ink: plain(text, OWN_PALETTE.ink),
    quiet: plain(label, OWN_PALETTE.quiet),
    accent: plain(accent, OWN_PALETTE.accent),
  }
}

/** The texts of a brand. */
async function wordingOf({ language = 'en', texts, timeZone }: CertificateBrand): Promise<CertificateWording> {
  const table = texts ?? (await loadTexts(language as Language)).certificate
  return new CertificateWording(language, table, timeZone)
}
