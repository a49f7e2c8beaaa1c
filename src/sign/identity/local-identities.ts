/**
 * Makes identities whose key is in this process. Loaded with the first one: a host that starts has no need of it yet, and it is
 * a third of what the library's functions need together.
 *
 * @module
 */

export { makeDevelopmentIdentity } from './make-development-identity.js'
export { openPem } from './open-pem.js'
export { openPkcs12Identity } from './open-pkcs12-identity.js'
