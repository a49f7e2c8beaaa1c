import 'reflect-metadata'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { expressHandler } from 'sealwright/express'
import { drainOnSignal } from 'sealwright/node'
import { makeApi } from './service.js'

@Controller()
class HomeController {
  @Get()
  home(): string {
    return 'The application itself.'
  }
}

@Module({ controllers: [HomeController] })
class AppModule {}

async function main(): Promise<void> {
  const api = await makeApi()
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { bodyParser: false, logger: ['error'] })
  app.use(expressHandler(api)) // before body parsers
  app.useBodyParser('json')
  await app.listen(process.env['PORT'] ?? 3000)
  drainOnSignal(app.getHttpServer(), api)
}

void main()
