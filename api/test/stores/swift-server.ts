import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './free-port.ts'
import { S3_BUCKET, type S3Server } from './s3-server.ts'

const USER = { accessKeyId: 'test:tester', secretAccessKey: 'testing' } as const
/** Debian's packages require it. */
const PYTHON = '/usr/bin/python3'
const PARTS = ['account', 'container', 'object'] as const

/** Replaces `/etc/swift` by this folder. */
const LAUNCH = `
import runpy, sys
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = sys.argv[1] + '/swift.conf'
program, sys.argv = sys.argv[2], sys.argv[2:]
runpy.run_path(program, run_name='__main__')
`

const HASH = '[swift-hash]\nswift_hash_path_suffix = trazo\n[storage-policy:0]\nname = one\ndefault = yes\n'

const common = (folder: string, port: number): string =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${process.env.USER ?? 'root'}\nswift_dir = ${folder}\n`

const storageSettings = (folder: string, port: number, part: string): string =>
  `${common(folder, port)}devices = ${folder}/disks\nmount_check = false
[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`

const FILTERS = {
  catch_errors: 'catch_errors',
  gatekeeper: 'gatekeeper',
  cache: 'memcache',
  listing_formats: 'listing_formats',
  s3api: 's3api\nlocation = us-east-1',
  tempauth: 'tempauth\nuser_test_tester = testing .admin',
  bulk: 'bulk',
  slo: 'slo',
} as const

const proxySettings = (folder: string, port: number): string =>
  `${common(folder, port)}[pipeline:main]\npipeline = ${Object.keys(FILTERS).join(' ')} proxy-server
[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true
${Object.entries(FILTERS)
  .map(([name, use]) => `[filter:${name}]\nuse = egg:swift#${use}\n`)
  .join('')}`

/** By path, for Debian's Python. */
const pathOf = (program: string): string => {
  const path = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))
  if (path === undefined)
    throw new Error(
      'No hay Swift para las pruebas: instala swift-proxy, swift-account, swift-container y swift-object.',
    )
  return path
}

const makeRing = (folder: string, part: string, port: number): void => {
  const builder = join(folder, `${part}.builder`)
  const run = (...args: string[]) => {
    execFileSync(PYTHON, [pathOf('swift-ring-builder'), builder, ...args], { stdio: 'ignore' })
  }
  run('create', '4', '1', '1')
  run('add', `r1z1-127.0.0.1:${port}/one`, '1')
  run('rebalance')
}

const makeBucket = async (endpoint: string): Promise<void> => {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: USER,
    forcePathStyle: true,
    maxAttempts: 1,
  })
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }))
      return client.destroy()
    } catch (error) {
      if (attempt === 120) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
}

/**
 * Debian's `swift-{proxy,account,container,object}`, with
 * `s3api`. The temporary directory needs extended attributes.
 */
export const startSwift = async (): Promise<S3Server> => {
  pathOf('swift-proxy-server')
  const folder = await mkdtemp(join(tmpdir(), 'trazo-swift-'))
  await mkdir(join(folder, 'disks', 'one'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), HASH)
  const launch = async (part: string, settings: string) => {
    const file = join(folder, `${part}.conf`)
    await writeFile(file, settings)
    const args = ['-c', LAUNCH, folder, pathOf(`swift-${part}-server`), file]
    return spawn(PYTHON, args, { stdio: 'ignore' })
  }
  const running: ChildProcess[] = []
  for (const part of PARTS) {
    const port = await freePort()
    makeRing(folder, part, port)
    running.push(await launch(part, storageSettings(folder, port, part)))
  }
  const port = await freePort()
  running.push(await launch('proxy', proxySettings(folder, port)))
  const url = `http://127.0.0.1:${port}`
  await makeBucket(url)
  return {
    url,
    ...USER,
    remove: async () => {
      for (const child of running) {
        const ended = once(child, 'exit')
        if (child.kill()) await ended
      }
      await rm(folder, { recursive: true })
    },
  }
}
