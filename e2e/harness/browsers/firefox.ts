import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { OpenBrowser } from './browser.ts'
import { type Program, startProgram } from './program.ts'

type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

const Answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
    v.object({ type: v.literal('error'), id: v.nullable(v.number()), error: v.string(), message: v.string() }),
    v.object({ type: v.literal('event') }),
  ]),
)

/** WebDriver BiDi, section 3 (Protocol). */
const connect = async (url: string): Promise<Send> => {
  const socket = new WebSocket(url)
  const waiting = new Map<number | null, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = v.parse(Answer, data)
    if (answer.type === 'event') return
    const promise = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.type === 'success') promise?.resolve(answer.result)
    else promise?.reject(new Error(`Firefox: ${answer.error}: ${answer.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'))
  })
  await once(socket, 'open')
  return (method, params = {}) => {
    const promise = Promise.withResolvers<unknown>()
    last += 1
    waiting.set(last, promise)
    socket.send(JSON.stringify({ id: last, method, params }))
    return promise.promise
  }
}

const Tree = v.object({ contexts: v.tupleWithRest([v.object({ context: v.string() })], v.unknown()) })
const Nodes = v.object({ nodes: v.tupleWithRest([v.object({ sharedId: v.string() })], v.unknown()) })
const Picture = v.object({ data: v.string() })
const Result = v.variant('type', [
  v.object({ type: v.literal('success'), result: v.object({ value: v.optional(v.unknown()) }) }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
])

const start = (home: string): Program => {
  const profile = join(home, 'profile')
  mkdirSync(profile)
  const preferences = {
    'browser.download.folderList': 2,
    'browser.download.dir': home,
    'browser.download.open_pdf_attachments_inline': false,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)})`)
  writeFileSync(join(profile, 'user.js'), `${lines.join(';\n')};\n`)
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank']
  return startProgram('firefox-esr', args, { HOME: home })
}

export const openFirefox: OpenBrowser = async (home, size) => {
  const program = start(home)
  try {
    const send = await connect(`${await program.printed(/WebDriver BiDi listening on (ws:\S+)/)}/session`)
    await send('session.new', { capabilities: {} })
    const { context } = v.parse(Tree, await send('browsingContext.getTree')).contexts[0]
    await send('browsingContext.setViewport', { context, viewport: size })
    return {
      async open(url) {
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async call(source, argument) {
        const given = { type: 'string', value: argument }
        const call = { functionDeclaration: source, arguments: [given], awaitPromise: true, target: { context } }
        const answer = v.parse(Result, await send('script.callFunction', call))
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
        return answer.result.value
      },
      async perform(actions) {
        await send('input.performActions', { context, actions })
      },
      async chooseFile(selector, path) {
        const locator = { type: 'css', value: selector }
        const [element] = v.parse(Nodes, await send('browsingContext.locateNodes', { context, locator })).nodes
        await send('input.setFiles', { context, element, files: [path] })
      },
      async picture() {
        return v.parse(Picture, await send('browsingContext.captureScreenshot', { context })).data
      },
      close: program.stop,
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}
