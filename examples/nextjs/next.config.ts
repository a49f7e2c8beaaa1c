import type { NextConfig } from 'next'

const config: NextConfig = {
  // The package stays in node_modules, with its workers and fonts.
  serverExternalPackages: ['sealwright'],
  // For hosts that copy what is traced (output: 'standalone', serverless): its files are read at run time.
  outputFileTracingIncludes: { '/api/v1/*': ['./node_modules/sealwright/dist/**'] },
}

export default config
