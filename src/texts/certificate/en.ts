/**
 * Texts of the certificate page in English. They are a module of their own because signing needs no other text.
 *
 * @module
 */

/** The tables of the other languages have the same keys and the same places in braces. */
export const EN_CERTIFICATE = {
  title: 'Certificate of signature',
  sealedBy: 'Sealed by {service}',
  document: 'Document',
  size: 'Size',
  bytes: '{count} bytes',
  converted: 'Converted',
  convertedFrom: 'from DOCX to PDF, {count} bytes',
  eventId: 'Event ID',
  signer: 'Signer',
  name: 'Name',
  email: 'E-mail',
  ipAddress: 'IP address',
  userAgent: 'User agent',
  events: 'Events',
  time: 'Time ({zones})',
  event: 'Event',
  eventAndTime: 'Event, time ({zones})',
  details: 'Details',
  digest: 'Digest',
  metadata: 'Metadata',
  seal: 'Seal',
  sealed: 'Sealed',
  service: 'Service',
  certificate: 'Certificate',
  issuedBy: 'Issued by',
  serialNumber: 'Serial no.',
  algorithm: 'Algorithm',
  chainDigest: 'Chain digest',
  check: 'Check it',
  logoOf: 'Logo of {service}',
  qrCode: 'QR code that leads to {url}',
  noteAttached:
    'The digital signature in this file covers the document, this certificate and the attached record audit-trail.json, which holds the same facts for machines; any PDF reader that validates signatures can check it.',
  notePrivate:
    'The digital signature in this file covers the document, this certificate and the audit record in the private data of the file, which holds the same facts for machines; any PDF reader that validates signatures can check it.',
  noteChain:
    'Each event in the record carries the SHA-256 of the digest before it and of its own content: recompute them in order, and the last one is the chain digest above. The table shows the first {digits} digits of each.',
  runningEvent: 'Event {id}',
  page: 'Page {page} of {count}',
} as const
