import { memoryStore } from '../../src/keys/memory-store.js'
import { describeKeyStore } from '../contracts/key-store.js'

const store = memoryStore()
describeKeyStore('memoryStore', () => ({ connect: () => store }))
