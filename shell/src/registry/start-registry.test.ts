/** @jest-environment jsdom */
import { fetchRegistry, startRegistry } from './start-registry.ts'

const answerWith = (body: string, status = 200) => {
  const text = jest.fn(async () => body)
  globalThis.fetch = jest.fn(async () => ({ ok: status < 400, status, text }) as unknown as Response)
  return text
}

test('the registry request bypasses every cache', async () => {
  answerWith('{"version":1}')
  await expect(fetchRegistry()).resolves.toEqual({ version: 1 })
  expect(fetch).toHaveBeenCalledWith('/registry.json', { cache: 'no-store' })
})

test('a page with a preview asks for the registry of its preview', async () => {
  document.body.innerHTML = '<aside id="trazo-preview"></aside>'
  answerWith('{"version":1}')
  await fetchRegistry()
  expect(fetch).toHaveBeenCalledWith('/registry.json', { cache: 'no-store', headers: { 'trazo-preview': '1' } })
  document.body.replaceChildren()
})

test.each([
  ['a refusal', 'busy', 503, '/registry.json answered 503'],
  ['a page in place of JSON', '<!doctype html>', 200, 'JSON'],
])('%s is an error, and its body is read completely', async (_name, body, status, message) => {
  const text = answerWith(body, status)
  await expect(fetchRegistry()).rejects.toThrow(message)
  expect(text).toHaveBeenCalledTimes(1)
})

test('the page requests no registry if the registry is embedded', async () => {
  document.head.innerHTML = '<script type="application/json" id="trazo-registry">{"version":1,"remotes":{}}</script>'
  globalThis.fetch = jest.fn()
  await jest.isolateModulesAsync(async () => {
    const page = await import('./start-registry.ts')
    await expect(page.startRegistry()).resolves.toEqual({ version: 1, remotes: {} })
  })
  expect(fetch).not.toHaveBeenCalled()
  document.head.innerHTML = ''
})

test('the page requests the registry once and reads the whole answer before its first use', async () => {
  const text = answerWith('{"version":1}')
  const first = startRegistry()
  await Promise.resolve()
  expect(text).toHaveBeenCalledTimes(1)
  expect(startRegistry()).toBe(first)
  expect(fetch).toHaveBeenCalledTimes(1)
  await expect(first).resolves.toEqual({ version: 1 })
})
