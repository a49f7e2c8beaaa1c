/**
 * Opens a database, writes half of a transaction to its file, and dies.
 *
 * @module
 */

import { openSqlite } from '../../adapters/stores/sqlite-store.js'

const database = await openSqlite(process.argv[2] ?? '', { driver: 'node-sqlite3-wasm' })
const run = (sql: string) => database.prepare(sql).run()
run('CREATE TABLE row (id INTEGER PRIMARY KEY, content TEXT)')
const FILL = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
  INSERT INTO row SELECT i, printf('%.1000c', 'a') FROM n`
run(FILL)
// So little room in memory that pages go to the file before the transaction ends.
run('PRAGMA cache_size = 2')
run('BEGIN')
run("UPDATE row SET content = printf('%.1000c', 'b')")
process.kill(process.pid, 'SIGKILL')
