/** @jest-environment node */
import { inlineScriptHashes, pagePolicy, workerPolicy } from './content-security-policy.ts'

test('hashes exactly the text between the tags of an inline script', () => {
  // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(inlineScriptHashes('<script>alert(1)</script>')).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ])
  expect(inlineScriptHashes('<script>\nalert(1)\n</script>')).not.toEqual(
    inlineScriptHashes('<script>alert(1)</script>'),
  )
})

test('scripts with an address need no hash', () => {
  expect(inlineScriptHashes('<script defer src="/a.js"></script><script data-src="x">1</script>')).toHaveLength(1)
})

test('JSON for scripts to read is none', () => {
  expect(inlineScriptHashes('<script type="application/json" id="x">{}</script>')).toEqual([])
})

test('the policy allows nothing inline but the scripts of the page itself', () => {
  const policy = pagePolicy('<script>alert(1)</script>')
  expect(policy).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';",
  )
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain("'unsafe-eval'")
})

test('a page reaches the program of the cards only where people sign with them', () => {
  expect(pagePolicy('', 'https://api.example', 'firmador')).toContain(
    "connect-src 'self' https://api.example http://127.0.0.1:3516;",
  )
  expect(pagePolicy('', '', 'simulated')).toContain("connect-src 'self';")
})

test('nothing but the page’s own policy makes a script of a text, in pages and in workers', () => {
  expect(pagePolicy('')).toMatch(/; require-trusted-types-for 'script'; trusted-types default$/)
  expect(workerPolicy()).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
})

test('where remotes of developers come from other addresses, their tools make scripts as they like', () => {
  expect(pagePolicy('', '', 'simulated', ['http://localhost:*'])).not.toContain('trusted-types')
})
