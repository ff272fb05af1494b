import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { freePort } from '../../../scripts/free-port.ts'
import type { Browser, OpenBrowser, WindowSize } from './browser.ts'
import { type Program, startProgram } from './program.ts'

/** W3C WebDriver, section 12. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const POLL_MS = 50

type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>

const Failure = v.object({ error: v.string(), message: v.string() })

const sendTo =
  (address: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = v.parse(v.object({ value: v.unknown() }), await answer.json())
    if (answer.ok) return value
    const { error, message } = v.parse(Failure, value)
    throw new Error(`WebKitGTK: ${error}: ${message}`)
  }

/** The driver prints nothing when it listens. */
const connect = async (program: Program, address: string): Promise<Send> => {
  const send = sendTo(address)
  while (program.isRunning())
    try {
      await send('GET', '/status')
      return send
    } catch {
      await setTimeout(POLL_MS)
    }
  throw new Error('WebKitWebDriver has exited')
}

/**
 * Without a window manager, the window under the pointer has
 * the focus; the pointer starts in the middle.
 */
const screenFor = ({ width, height }: WindowSize): string => `${width + 100}x${height + 100}x24`

const startSession = async (home: string, screen: Program, programs: Program[]) => {
  const port = await freePort()
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    HOME: home,
    XDG_CONFIG_HOME: home,
    DISPLAY: `:${await screen.printed(/(\d+)\n/)}`,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  })
  programs.push(driver)
  const send = await connect(driver, `http://127.0.0.1:${port}`)
  const session = await send('POST', '/session', { capabilities: {} })
  const path = `/session/${v.parse(v.object({ sessionId: v.string() }), session).sessionId}`
  return {
    post: (command: string, body: unknown) => send('POST', `${path}/${command}`, body),
    picture: async () => v.parse(v.string(), await send('GET', `${path}/screenshot`)),
  }
}

type Session = Awaited<ReturnType<typeof startSession>>

const browserOf = ({ post, picture }: Session, close: Browser['close']): Browser => ({
  async open(url) {
    await post('url', { url })
  },
  call(source, argument) {
    const script = `const [argument, done] = arguments; Promise.resolve((${source})(argument)).catch(String).then(done)`
    return post('execute/async', { script, args: [argument] })
  },
  async perform(actions) {
    await post('actions', { actions })
  },
  async chooseFile(selector, file) {
    const found = await post('element', { using: 'css selector', value: selector })
    const id = v.parse(v.object({ [ELEMENT]: v.string() }), found)[ELEMENT]
    await post(`element/${id}/value`, { text: file })
  },
  picture,
  close,
})

export const openWebKit: OpenBrowser = async (home, size) => {
  const programs: Program[] = []
  const close = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop()
  }
  try {
    const options = ['-displayfd', '1', '-screen', '0', screenFor(size), '-nolisten', 'tcp', '-terminate']
    const screen = startProgram('Xvfb', options)
    programs.push(screen)
    const session = await startSession(home, screen, programs)
    await session.post('window/rect', size)
    return browserOf(session, close)
  } catch (error) {
    await close()
    throw error
  }
}
