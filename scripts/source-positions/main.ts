import '../../shared/node/running-node.ts'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { releasesFolder } from '../../shell/server/registry/registry-file.ts'
import { readMapIn } from './read-map.ts'
import { resolvePositions } from './resolve-positions.ts'

const releases = releasesFolder(resolve(process.env.DATA_DIR || './data'))
process.stdout.write(resolvePositions(await text(process.stdin), readMapIn(releases)))
