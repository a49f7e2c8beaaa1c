// Makes dependencies of the optional packages that a service may need, in the versions of the lock file.
import { readFileSync, writeFileSync } from 'node:fs'

const KEPT =
  /^(pg|ioredis|nodemailer|bullmq|@aws-sdk\/client-s3|@opentelemetry\/api|highlight\.js|@expo-google-fonts\/noto-.*)$/

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
for (const [name, version] of Object.entries(manifest.devDependencies)) {
  if (!KEPT.test(name)) continue
  manifest.dependencies[name] = version
  delete manifest.devDependencies[name]
}
writeFileSync('package.json', JSON.stringify(manifest, null, 2))
