/**
 * Every default limit, in one place.
 *
 * @module
 */

const MB = 1024 * 1024

/** Largest document that signDocument takes unless the caller says otherwise, in bytes. */
export const MAX_DOCUMENT_BYTES = 25 * MB

/** Limits on what a PDF may ask of its reader. */
export const PDF_LIMITS = {
  /** Highest object number (ISO 32000-1, annex C, table C.1). */
  maxObjectNumber: 8_388_607,
  /** Nesting of arrays and dictionaries in one object. */
  maxNesting: 256,
  /** Size of the document's XMP metadata, in bytes. */
  maxMetadataBytes: 4 * MB,
  /** Cross-reference sections in the /Prev chain. */
  maxXrefSections: 4096,
  /** Entries of all cross-reference sections together. */
  maxXrefEntries: 4_194_304,
  /** Runs of consecutive entries in one cross-reference section. */
  maxXrefSubsections: 262_144,
  /** Dictionaries, arrays and strings in one object. */
  maxNodesPerObject: 1_000_000,
  /** Objects that have to be read in order to read one object: a stream's /Length in another, and so on. */
  maxReadingDepth: 16,
  /** What reading one file may take on top of a multiple of its size, in bytes scanned or of memory. */
  minReadingBudget: 512 * MB,
  /** The same as a multiple of the size of the file. */
  maxReadingFileSizes: 16,
  /** Decoded size of one cross-reference or object stream, in bytes. */
  maxDecodedStreamBytes: 64 * MB,
  /** Decoded size of one such stream as a multiple of its encoded size, above a floor of 1 MB. */
  maxInflateRatio: 1032,
  /** Filters of one stream. */
  maxStreamFilters: 16,
  /** Decoded object streams kept in memory at once, in bytes. */
  maxObjectStreamCacheBytes: 32 * MB,
  /** Depth of the page tree. */
  maxPageTreeDepth: 64,
  /** Depth of the form field tree. */
  maxFieldTreeDepth: 64,
  /** Nodes visited in one name tree. */
  maxNameTreeNodes: 100_000,
  /** Nodes visited while looking through the form field tree. */
  maxFormFields: 100_000,
  /** Length of a password, of which 127 bytes count at most. */
  maxPasswordLength: 1024,
} as const

/** Limits on what a signing identity's files may ask. */
export const IDENTITY_LIMITS = {
  /** Size of a PKCS#12 or PEM file, in bytes. */
  maxFileBytes: 4 * MB,
  /** Iterations of all password-based key derivations for one file together. */
  maxKdfIterations: 10_000_000,
  /** Memory that scrypt may take, in bytes. */
  maxScryptBytes: 128 * MB,
  /** Private keys and certificates in one file. */
  maxKeys: 16,
  maxCertificates: 256,
  /** Certificates in the chain of a signer, its own included. */
  maxChainLength: 32,
  /** Nesting of DER or BER values. */
  maxDerNesting: 64,
  /** BER values of indefinite length in one structure. */
  maxIndefiniteValues: 10_000,
} as const

/** Limits on what is typeset. */
export const TYPESET_LIMITS = {
  /** Characters of one flow of text (about 150 full A4 pages). */
  maxCharacters: 500_000,
  /** Nesting of event data and metadata that the certificate page shows. */
  maxDataNesting: 64,
  /** Subsets of one font that are kept ready to embed. */
  maxCachedSubsets: 24,
  /** Shaped words of one font that are kept. */
  maxCachedWords: 8192,
  /** Pages of one document, some ten seconds of work. */
  maxDocumentPages: 3000,
  /** Characters of one paragraph. */
  maxParagraphCharacters: 500_000,
  /** Runs, tabs, breaks and objects of one paragraph. */
  maxParagraphInlines: 150_000,
  /** Tables and text boxes inside of each other. */
  maxBlockNesting: 64,
  /** Objects of one page that text keeps off. */
  maxFloatsBesideText: 256,
  /** Cells of one table. */
  maxTableCells: 50_000,
  /** Columns of one table; Word itself stops at 63. */
  maxTableColumns: 512,
  /** Nesting of groups in a display list. */
  maxGroupNesting: 40,
  /** Copies of a picture that fill one shape. */
  maxPictureTiles: 2000,
} as const

/** Limits on the pictures of a document. */
export const IMAGE_LIMITS = {
  /** Width or height, in pixels. */
  maxSide: 65_000,
  /** Samples of one picture that has to be decoded, in bytes. */
  maxDecodedBytes: 128 * MB,
  /** Decoded samples of all pictures of one file, in bytes. */
  maxTotalDecodedBytes: 384 * MB,
  /** Records of one metafile. */
  maxMetafileRecords: 200_000,
  /** Points that the drawing operations of one metafile have together. */
  maxVectorPoints: 1_000_000,
} as const

/** Limits on the picture in a visible signature. */
export const SIGNATURE_IMAGE_LIMITS = {
  /** Size of the file. */
  maxBytes: 4 * MB,
  /** Width times height, told by its header. */
  maxPixels: 16_000_000,
} as const

/** Limits on the drawings of a DOCX. */
export const DRAWING_LIMITS = {
  /** Nesting of groups of shapes. */
  maxGroupDepth: 32,
  /** Pictures and shapes of one drawing. */
  maxElements: 10_000,
  /** Outlines of one shape. */
  maxPaths: 1000,
  /** Steps of one outline. */
  maxPathCommands: 50_000,
  /** Formulas of one shape. */
  maxFormulas: 2000,
  /** Data points of one chart. */
  maxChartPoints: 5000,
} as const

/** Limits on what a DOCX may ask of its reader. */
export const OOXML_LIMITS = {
  /** Entries of the archive. */
  maxZipEntries: 20_000,
  /** Length of the name of one entry, in bytes. */
  maxZipNameBytes: 1024,
  /** All parts that are read, expanded, in bytes. */
  maxExpandedBytes: 256 * MB,
  /**
   * Expanded size of one part as a multiple of its compressed size, above a floor in bytes: the text of 1500 pages that say
   * the same again and again is as large as the floor, and packed three hundred times as small.
   */
  maxInflateRatio: 200,
  minInflateAllowance: 32 * MB,
  /** Size of one XML part, in bytes. */
  maxXmlBytes: 96 * MB,
  /** Nesting of elements in one part. */
  maxXmlDepth: 512,
  /** Elements, attributes and texts of all XML parts that are read. */
  maxXmlNodes: 1_500_000,
  /** Characters of a document's text, its headers and notes included (about 1500 full pages). */
  maxTextCharacters: 5_000_000,
  /** Tab stops of one paragraph (as Word has it). */
  maxTabStops: 64,
  /** Fields inside of fields that are kept apart. */
  maxFieldNesting: 64,
  /** Length of a field's code, in characters. */
  maxFieldCodeLength: 32_768,
  /** Tables inside of tables. */
  maxTableNesting: 40,
  /** Text boxes inside of text boxes. */
  maxTextBoxNesting: 16,
  /** Cells of all tables of one document. */
  maxTableCells: 60_000,
  /** Grid columns of a table (Word itself stops at 63). */
  maxTableColumns: 512,
  /** Nesting of an equation. */
  maxMathNesting: 64,
  /** Documents inside of a document (w:altChunk): how many, inside of each other, and their bytes together. */
  maxEmbeddedDocuments: 256,
  maxEmbeddedNesting: 8,
  maxEmbeddedBytes: 32 * MB,
} as const

/** Limits on what HTML and Markdown may ask of their conversion. */
export const CONVERT_LIMITS = {
  /** Elements of one document, those included that its parser adds to mend it. */
  maxElements: 1_500_000,
  /** Elements that are open at once while parsing. */
  maxOpenElements: 25_000,
  /** Elements inside of each other that are formatted; what lies deeper keeps its text. */
  maxDepth: 256,
  /** Attributes of one element that are looked at. */
  maxAttributes: 500,
  /** All style sheets of one document, in characters. */
  maxStyleSheetCharacters: 4 * MB,
  /** Selectors of all style sheets of one document. */
  maxSelectors: 50_000,
  /** Compound selectors of one selector. */
  maxSelectorParts: 32,
  /** Elements compared with compound selectors for one document. */
  maxSelectorSteps: 50_000_000,
  /** Length of a declaration's value once its variables are filled in, in characters. */
  maxCssValueLength: 8192,
  /** Columns of one table, as Word has it. */
  maxTableColumns: 63,
  /** Cells of all tables of one document, the covered ones included. */
  maxTableCells: 400_000,
  /** Tables inside of tables. */
  maxTableNesting: 16,
  /** Highest number of a list item. */
  maxListNumber: 32_767,
  /** Items of a list that counts down. */
  maxReversedItems: 500,
  /** One image, in bytes. */
  maxImageBytes: 25 * MB,
  /** All images of one document, in bytes. */
  maxTotalImageBytes: 100 * MB,
  /** Images that are asked of the caller's loader for one document. */
  maxLoadedImages: 2000,
  /** Nesting of an equation. */
  maxMathNesting: 48,
  /** Nesting of lists and quotes in Markdown. */
  maxMarkdownNesting: 100,
  /** Code of one Markdown document that is given colours, in characters; what comes after stays plain. */
  maxHighlightedCharacters: 500_000,
  /** Text of very long paragraphs that is searched for ends of emphasis in one Markdown document, in characters. */
  maxEmphasisSearch: 32 * MB,
  /** Length of the front matter of a Markdown document, in characters. */
  maxFrontMatterCharacters: 64 * 1024,
  /** Warnings about one document that are listed. */
  maxWarnings: 100,
} as const

/** Limits on a DOCX that is written. */
export const DOCX_WRITER_LIMITS = {
  /** Tables inside of tables; no more than are read back. */
  maxTableNesting: 40,
  /** Columns of one table, as Word has it. */
  maxTableColumns: 63,
  /** Links inside of links. */
  maxLinkNesting: 64,
} as const

/** Limits on an audit record, whether it is made or read back. */
export const AUDIT_LIMITS = {
  /** Nesting of objects and arrays in a JSON value; a request's free-form data comes some levels down in a record. */
  maxJsonDepth: 64,
  /** Length of one value in canonical form, in UTF-16 code units. */
  maxCanonicalChars: 16 * MB,
  /** Size of a serialized record, in bytes. */
  maxRecordBytes: 16 * MB,
  /** Faults reported for one record. */
  maxReportedProblems: 100,
} as const

/**
 * Limits on a signing request without its document. They leave a wide margin over what a signing ceremony records, and
 * keep the certificate page at a length that people can still read.
 */
export const SIGN_REQUEST_LIMITS = {
  /** Events of the audit trail. */
  maxEvents: 1000,
  /** Free-form `data` of one event and `metadata`, as JSON in UTF-8, in bytes. */
  maxDataBytes: 64 * 1024,
  /** All free-form data together, in bytes. */
  maxTotalDataBytes: MB,
  /** Nesting of free-form data. */
  maxDataDepth: 32,
  /** Length of an event's type, in characters. */
  maxEventTypeLength: 100,
  /** Length of the event id, in characters. */
  maxEventIdLength: 200,
  /** Length of a signer's name, in characters. */
  maxNameLength: 200,
  /** Length of an e-mail address (RFC 5321, 4.5.3.1.3), in bytes. */
  maxEmailBytes: 254,
  /** Length of a user agent, in characters: some name dozens of products. */
  maxUserAgentLength: 2048,
  /** Lengths of a document's name, a reason, a place and the name of a field, in characters. */
  maxDocumentNameLength: 500,
  maxReasonLength: 1000,
  maxLocationLength: 200,
  maxFieldNameLength: 1000,
  /** Faults reported for one request. */
  maxReportedIssues: 100,
} as const

/** Limits on the cryptography of one verification. */
export const CRYPTO_LIMITS = {
  /** Bytes that may be hashed for all signatures of a file, on top of multiples of its size. */
  minHashedBytes: 256 * MB,
  /** The same as a multiple of the size of the file. */
  maxHashedFileSizes: 4,
  /** Certificates that are read from one signature. */
  maxSignatureCertificates: 200,
  /** Certificates that may be part of a chain, for one document. */
  maxPoolCertificates: 2000,
  /** Valid paths of one certificate that the best is chosen from. */
  maxPathChoices: 16,
  /** Certificates in one path, leaf and anchor included. */
  maxPathLength: 12,
  /** Signatures of certificates, CRLs and OCSP responses checked for one verification. */
  maxChainSignatures: 400,
  /** The same for each signature in the document, on top. */
  chainSignaturesPerSignature: 8,
  /** Possible issuers looked at while building paths for one document. */
  maxPathSteps: 20_000,
  /** The same for each signature in the document, on top. */
  pathStepsPerSignature: 200,
  /** Time stamps of one signature that are looked at. */
  maxSignatureTimestamps: 16,
  /** Qualifiers of a signature policy. */
  maxPolicyQualifiers: 16,
  /** Signers of one CMS structure that are read; a PDF signature has one. */
  maxSigners: 8,
  /** Attributes of a signer or a name, values of an attribute, extensions of a certificate. */
  maxAttributes: 256,
  /** Answers in one OCSP response. */
  maxOcspAnswers: 1000,
  /** CRLs and OCSP responses of one document that are looked at. */
  maxRevocationItems: 2000,
  /** Size of all certificates, CRLs and OCSP responses that are read from the /DSS dictionaries of a file, in bytes. */
  maxDssBytes: 32 * MB,
  /** Revisions of one file whose /DSS is read: the newest ones. */
  maxDssRevisions: 200,
  /** Comparisons of names with name constraints for one path. */
  maxNameComparisons: 20_000,
} as const

/** Limits on asking time-stamping authorities. */
export const TIMESTAMP_LIMITS = {
  /** Size of one answer, in bytes. */
  maxReplyBytes: 64 * 1024,
  /** Time for one try, in milliseconds. */
  timeoutMs: 5000,
  /** Tries of one authority that does not answer. */
  tries: 2,
  /** How far the time of an authority may be from ours, in milliseconds. */
  clockToleranceMs: 5 * 60_000,
  /** Room beyond the size of the last token of an authority, in bytes. */
  spareBytes: 256,
  /** Sizes of tokens that are remembered. */
  maxRememberedAuthorities: 64,
  /** Time for one call of an authority that the host wrote, in milliseconds. */
  hostTimeoutMs: 30_000,
} as const

/** When a server that is down is left alone, and for how long. */
export const CIRCUIT_LIMITS = {
  /** Requests in a row that were not answered. */
  failuresToOpen: 2,
  /** Time for which it is not asked, in milliseconds: the first time no less than its silence took, then twice as long each time. */
  minOpenMs: 1000,
  maxOpenMs: 30_000,
  /** Addresses that are remembered. */
  maxCircuits: 1000,
} as const

/** Limits on signatures that are made in two steps. */
export const TWO_PHASE_LIMITS = {
  /** Time between the steps, in milliseconds. */
  lifetimeMs: 24 * 3_600_000,
  /** Size of a state, in bytes. */
  maxStateBytes: 256 * 1024,
  /** Length of the secret that states are authenticated with, in bytes. */
  minSecretBytes: 32,
  /** Room for a time stamp that is larger than the sample, in bytes: what was signed cannot be planned anew. */
  spareTimestampBytes: 2048,
} as const

/** Limits on levels above a mere signature. */
export const LEVEL_LIMITS = {
  /** How long before its proof ends a document is to be renewed, in milliseconds. */
  renewalMarginMs: 30 * 24 * 3_600_000,
} as const

/** Limits on fetching validation data. */
export const REVOCATION_LIMITS = {
  /** Time for one request, in milliseconds. */
  timeoutMs: 5000,
  /** Size of a CRL, in bytes. */
  maxCrlBytes: 10 * MB,
  /** Size of an OCSP answer, in bytes. */
  maxOcspBytes: 256 * 1024,
  /** Size of a certificate or a bag of them, in bytes. */
  maxIssuersBytes: 256 * 1024,
  /** Certificates taken from one address. */
  maxIssuers: 32,
  /** How long they are kept, in milliseconds. */
  issuersTtlMs: 24 * 3_600_000,
  /** Addresses of one kind that are tried for one certificate. */
  maxUrls: 3,
  /** Length of an address up to which an OCSP request goes by GET (RFC 5019, 5). */
  maxGetBytes: 255,
  /** Size of the answers that are kept in memory, in bytes. */
  maxStoredBytes: 64 * MB,
  /** How long before its nextUpdate an answer is no longer used, in milliseconds. */
  storeMarginMs: 60_000,
  /** Rounds of asking about responders that answered, and about those who answered for these. */
  maxRounds: 4,
} as const

/** Limits on API keys and on the codes that are exchanged for them. */
export const KEY_LIMITS = {
  /** Length of a key's name, in characters. */
  maxNameLength: 100,
  /** Life of a session that looks after keys, in milliseconds. */
  sessionTtlMs: 15 * 60_000,
  /** Life of a code, in milliseconds (OWASP ASVS 5.0, 6.5.5: at most 10 minutes). */
  codeTtlMs: 10 * 60_000,
  /** Tries of one code, the right one included. */
  maxCodeAttempts: 5,
  /** Time before an address can be sent another code, in milliseconds. */
  resendCooldownMs: 60_000,
  /** Active keys of one address. */
  maxActiveKeys: 10,
  /** How long a rotated key goes on working, in milliseconds. */
  rotationGraceMs: 24 * 60 * 60_000,
  /** How long keys are kept after they were revoked or expired, in milliseconds. */
  endedKeyRetentionMs: 30 * 24 * 60 * 60_000,
  /** How far the clocks of two hosts may differ before a code from the future is refused, in milliseconds. */
  maxClockSkewMs: 5 * 60_000,
  /** How often the time of a key's last use is written, in milliseconds. */
  lastUsedPrecisionMs: 60_000,
  /** Time that one call of the store may take, in milliseconds: a client learns within a second that it is down. */
  storeTimeoutMs: 800,
  /** Time after which a code is refused, whatever is wrong with it, in milliseconds. */
  refusalMs: 100,
  /** Time that handing over one e-mail may take, in milliseconds. */
  mailTimeoutMs: 15_000,
  /** Length of an e-mail address (RFC 5321, 4.5.3.1.3), in bytes. */
  maxEmailBytes: 254,
  /** Least size of the secret that codes are hashed with, in bytes. */
  minSecretBytes: 32,
} as const

/** How often keys and codes may be asked for: points per window in milliseconds. */
export const KEY_RATE_LIMITS = {
  /** Codes for one address that one client asks for: a stranger cannot use up what the address has. */
  requestsPerEmailAndClient: { points: 5, windowMs: 3_600_000 },
  /** Codes for one address, whoever asks. */
  requestsPerEmailPerHour: { points: 10, windowMs: 3_600_000 },
  requestsPerEmailPerDay: { points: 20, windowMs: 86_400_000 },
  /** Codes for one client: an IPv4 address or an IPv6 network of 64 bits. */
  requestsPerClient: { points: 20, windowMs: 3_600_000 },
  /** Codes for everybody together: past it, the next limit holds for each site in addition. */
  requestsInTotal: { points: 1000, windowMs: 3_600_000 },
  /** Codes for one site, an IPv4 address or an IPv6 network of 48 bits, while there are very many for others. */
  requestsPerSiteWhenBusy: { points: 2, windowMs: 3_600_000 },
  /** Codes that one client may try. */
  redemptionsPerClient: { points: 10, windowMs: 600_000 },
  /** Codes that may be tried for one address, however many codes it was sent: 2 in 100,000 odds a day for a guesser. */
  redemptionsPerEmail: { points: 20, windowMs: 86_400_000 },
  /** Requests of one address about its keys. */
  managementPerEmail: { points: 120, windowMs: 600_000 },
} as const

/** Limits on fetching a document from a URL. */
export const FETCH_LIMITS = {
  /** Length of a URL, in characters. */
  maxUrlLength: 2048,
  /** Redirects that are followed. */
  maxRedirects: 3,
  /** Time for everything together, in milliseconds. */
  timeoutMs: 20_000,
  /** Header fields of one answer, in bytes. */
  maxHeaderBytes: 16 * 1024,
} as const

/** Limits on a JSON text that is parsed. */
export const JSON_LIMITS = {
  /** Objects and arrays inside of each other: free-form data may have half as many. */
  maxDepth: 64,
  /** Members and items of all objects and arrays: as many as fit into a request's free-form data. */
  maxValues: 600_000,
} as const

/** Limits of the HTTP API. */
export const HTTP_LIMITS = {
  /** What a JSON body may take on top of a document in base64, in bytes. */
  maxJsonOverheadBytes: 2 * MB,
  /** Size of the picture in a signature that comes with a request, in bytes; it counts with the request, not the document. */
  maxSignatureImageBytes: MB,
  /** What a multipart body may take on top of its file, in bytes. */
  maxMultipartOverheadBytes: 64 * 1024,
  /** Header fields of one part, in bytes. */
  maxPartHeaderBytes: 8 * 1024,
  /** Parts of one multipart body. */
  maxParts: 5,
  /** A JSON body without a document, in bytes. */
  maxSmallBodyBytes: 16 * 1024,
  /** Time without a single byte of the body, in milliseconds. */
  bodyIdleMs: 15_000,
  /** Time for the whole body, in milliseconds. */
  bodyTotalMs: 300_000,
  /** Time after which a body must have come at `minBodyBytesPerSecond` on average, in milliseconds. */
  bodyGraceMs: 10_000,
  /** A modem's rate: who sends more slowly holds memory for others to no purpose. */
  minBodyBytesPerSecond: 8 * 1024,
  /** What is still read of a body that was refused, in bytes and in milliseconds. */
  maxDiscardedBytes: 64 * MB,
  discardMs: 2000,
  /** Room that a body of unknown length begins with, in bytes. */
  firstBodyBytes: 64 * 1024,
  /** Of all bodies together, in one turn of the event loop: some three milliseconds of it. */
  maxTurnBytes: 1 * MB,
  /** Bytes of all bodies and fetched documents that are in work at once. */
  maxBytesInFlight: 256 * MB,
  /** Time that a request waits for room among them, in milliseconds. */
  maxWaitForBytesMs: 10_000,
  /** Requests that wait for room, with a key and without one; and those of one owner. */
  maxWaitingForBytes: 1000,
  maxWaitingForBytesPerOwner: 100,
  /** Documents that are fetched at once: in total, for one key or client, for all clients without a key, and from one host. */
  maxFetches: 24,
  maxFetchesPerOwner: 8,
  maxAnonymousFetches: 12,
  maxFetchesPerHost: 8,
  /** Time that a fetch waits for its turn, in milliseconds. */
  maxWaitForFetchMs: 10_000,
  /** Up to this size, in bytes, a body to sign is dealt with in the thread of the host: it takes a dozen milliseconds at most. */
  maxInlineBytes: 2 * MB,
  /** Conversions of one API key at once. */
  maxConcurrentPerKey: 10,
  /** Documents that one API key may have signed at once, and verified. */
  maxConcurrentSigns: 32,
  maxConcurrentVerifications: 32,
  /** Requests of one client without a key at once: a network of an office may be one client. */
  maxConcurrentPerClient: 16,
  /** Time that one check of readiness may take, in milliseconds. */
  readinessTimeoutMs: 2000,
  /** Time that looking an API key up may take, in milliseconds: stores of this package give up sooner. */
  authenticateTimeoutMs: 10_000,
  /** Time that counting a request may take, in milliseconds. */
  quotaTimeoutMs: 800,
  /** How long the answer to a request with an `Idempotency-Key` is given again, in milliseconds. */
  idempotencyTtlMs: 24 * 60 * 60_000,
  /** Time without a sign of life after which a request is taken for lost with its process, in milliseconds. */
  idempotencyLeaseMs: 20_000,
  /** Length of an `Idempotency-Key`, in characters. */
  maxIdempotencyKeyLength: 255,
  /** Answers that are kept in the memory of a process, in bytes and in number. */
  maxIdempotentBytes: 128 * MB,
  maxIdempotentEntries: 100_000,
  /** Time for signing or verifying one document, in milliseconds. */
  signTimeoutMs: 30_000,
  /** Time for converting one document, in milliseconds. */
  convertTimeoutMs: 60_000,
  /** Documents that are signed in the thread of the host at once: in total, and for one key. */
  maxInlineJobs: 64,
  maxInlineJobsPerOwner: 16,
  /**
   * JavaScript heap of one worker, in MB. A document of 900 pages takes 190. Above the next limit, which is to act first: some
   * versions of Node end the whole process when a heap grows too fast at its limit.
   */
  maxWorkerHeapMb: 1024,
  /** What all jobs may add to the resident memory of the process, in MB: past it, the largest is ended. */
  maxWorkMemoryMb: 640,
  /** How often resident memory is looked at while jobs run, in milliseconds. */
  memoryCheckMs: 50,
  /** Workers in addition to those for long jobs: one for small jobs, one for owners that have none. */
  extraWorkers: 2,
  /** Up to this size, in bytes, a job is taken for a small one. */
  maxSmallJobBytes: 256 * 1024,
  /** Time after which a job is no longer taken for a small one, in milliseconds. */
  maxSmallJobMs: 1000,
  /** How long a job counts as one that has only just begun, in milliseconds: most small ones are done by then. */
  freshJobMs: 20,
  /** How long the jobs of an owner count as long, once a small one was not, in milliseconds. */
  slowOwnerMs: 60_000,
  /** Time that a job may go on after its client has left, in milliseconds. */
  abandonedJobMs: 1000,
  /** What the heaps of all workers without work may take together, in MB. One takes 40 after small jobs, hundreds after large ones. */
  maxIdleHeapMb: 160,
  /** Time without work after which a worker ends, in milliseconds. */
  workerIdleMs: 30_000,
  /** Jobs that wait for a worker, with a key and without one, for each worker. */
  maxQueuedPerWorker: 16,
  /** Length of a query parameter, in characters. */
  maxQueryValueLength: 320,
  /** Length of the name of a file, in characters. */
  maxFileNameLength: 255,
  /** Warnings in the header of an answer, in bytes: clients take 16 KB of all headers together. */
  maxWarningHeaderBytes: 4096,
  /** After how many seconds people are told to try again, where nothing says. */
  defaultRetrySeconds: 10,
} as const

/** Limits on what is compared between the revisions of a signed file. */
export const VERIFY_LIMITS = {
  /** Signatures of one file; a file with more is refused as a whole. */
  maxSignatures: 500,
  /** Changes, and findings among them, that are listed for one revision. */
  maxReportedChanges: 200,
  /** Length at which a name or value out of the file is cut in a sentence of the report. */
  maxQuotedCharacters: 60,
  /** Length at which a sentence of the report is cut. */
  maxSentenceLength: 1000,
  /** References, fields and annotations looked at while all revisions of one file are compared. */
  maxComparisonSteps: 3_000_000,
  /** Objects between a changed one and the part of the document that it belongs to. */
  maxUsageDepth: 8,
} as const

/** Limits on reports for people. The report itself, in JSON, has everything. */
export const REPORT_LIMITS = {
  /** Entries of one list, such as the changes after a signature; how many more there are is said. */
  maxListed: 200,
  /** Events of one audit trail. */
  maxEvents: 1000,
  /** Entries of the lists of all signatures, and events of all audit trails: of each, at least as many as `minListed`. */
  maxListedInAll: 2000,
  minListed: 10,
  /** Characters of one value; the rest is counted. */
  maxValueLength: 2000,
} as const

/** Limits on the drawing of pages and appearances of one file, all its revisions together. */
export const CONTENT_LIMITS = {
  /** Operators. */
  maxOperators: 800_000,
  /** Items of arrays and dictionaries in the operands of one operator: a long line set letter by letter has some thousands. */
  maxOperandValues: 50_000,
  /** Operators that painting a form counts as: it begins a state, a clip and a stream of its own. */
  operatorsPerForm: 4,
  /** Annotations and signatures whose drawings are held against their pages. No reviewer writes as many. */
  maxInspectedDrawings: 10_000,
  /** Decoded content streams, fonts and functions, in bytes. */
  maxBytes: 24 * MB,
  /** Decoded samples of pictures and what codes them, in bytes: those of thirty scanned pages with 150 dots per inch. */
  maxPictureBytes: 128 * MB,
  /** Glyphs shown; each that is kept takes some 400 bytes with its place in the index. */
  maxGlyphs: 400_000,
  /** Areas painted, images counted twice: each that is kept takes a kilobyte. Of 292 pages of real files none has 20,000. */
  maxAreas: 100_000,
  /** Straight pieces of paths, dashes and outlines of strokes. */
  maxSegments: 2_000_000,
  /** Cells of grids that are painted on. */
  maxCells: 80_000_000,
  /** One content stream, decoded, in bytes. */
  maxStreamBytes: 24 * MB,
  /** One font program, decoded, in bytes. */
  maxFontBytes: 16 * MB,
  /** One CMap, decoded, in bytes. */
  maxCMapBytes: 2 * MB,
  /** Form XObjects, patterns and Type 3 glyphs inside of each other. */
  maxNesting: 12,
  /** Saved graphics states. */
  maxSavedStates: 512,
  /** Marked content inside of each other. */
  maxMarkedContentNesting: 512,
  /** Entries of a list of what could not be interpreted. */
  maxUnknown: 100,
} as const

/** Limits and times of batches. */
export const BATCH_LIMITS = {
  /** Length of the name of a batch. */
  maxNameLength: 200,
  /** Length of a tenant. */
  maxTenantLength: 200,
  /** Length of the name of a document, in bytes of UTF-8, and of one of its parts. */
  maxDocumentNameBytes: 1024,
  maxDocumentNamePartBytes: 255,
  /** Length of what a result's name takes over from its input's, in bytes of UTF-8. */
  maxStemBytes: 150,
  /** One line of a manifest, in characters. */
  maxManifestLineLength: 1024 * 1024,
  /** Rejected entries of a batch that are kept with their reasons; more are counted. */
  maxKeptRejections: 100_000,
  /** Entries that are handed to the engine at once. */
  entriesPerWrite: 500,
  /** Documents that are looked up at once while entries are taken. */
  maxLookUps: 16,
  /** Documents of one request over HTTP. */
  maxDocumentsPerRequest: 10_000,
  /** Jobs in work at once in one process. */
  concurrency: 4,
  /** How often a job is tried that fails of what may pass. */
  maxAttempts: 8,
  /** How often a job goes back because its worker ended, until it is taken for the reason. */
  maxAbandonments: 5,
  /** Time until the second try, which doubles with each further one, and its end, in milliseconds. */
  retryDelayMs: 1000,
  maxRetryDelayMs: 10 * 60_000,
  /** Time without a sign of life after which a worker's job goes to another one, in milliseconds. */
  leaseMs: 30_000,
  /** How often a worker without work looks for some, in milliseconds. */
  pollMs: 500,
  /** Time that a worker that is told to end has for what it has begun, in milliseconds. */
  closeGraceMs: 30_000,
  /** Window of the rate that a status tells, in milliseconds. */
  rateWindowMs: 60_000,
  /** Tries of one webhook, over about three days. */
  maxWebhookAttempts: 14,
  webhookDelayMs: 5000,
  maxWebhookDelayMs: 12 * 3_600_000,
  webhookTimeoutMs: 15_000,
} as const
