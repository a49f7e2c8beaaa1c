/**
 * What a brand comes to for one document.
 *
 * @module
 */
import type { ConformanceNeeds } from '../conformance.js'
import { type CertificateBrand, paletteOf, wordingOf } from './brand.js'
import type { CertificateContent } from './certificate-content.js'
import type { BrandedPage } from './certificate-page.js'

/** Loads texts, and what encodes QR codes, where they are needed. */
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
