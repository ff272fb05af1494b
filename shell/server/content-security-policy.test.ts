/** @jest-environment node */
import { createHash } from 'node:crypto'
import type { Registry } from 'shared/contract'
import { MAIL_STYLE_SOURCE } from 'shared/server'
import { inlineScriptHashes, pagePolicy, releaseFolders, workerPolicy } from './content-security-policy.ts'

test('the hash of an inline script covers exactly the text between its tags', () => {
  // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(inlineScriptHashes('<script>alert(1)</script>')).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  ])
  expect(inlineScriptHashes('<script>\nalert(1)\n</script>')).not.toEqual(
    inlineScriptHashes('<script>alert(1)</script>'),
  )
})

test('scripts with a URL need no hash', () => {
  expect(inlineScriptHashes('<script defer src="/a.js"></script><script data-src="x">1</script>')).toHaveLength(1)
})

test('JSON data needs no hash', () => {
  expect(inlineScriptHashes('<script type="application/json" id="x">{}</script>')).toEqual([])
})

test('the policy allows no inline script except those of the page', () => {
  const policy = pagePolicy('<script>alert(1)</script>')
  expect(policy).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';",
  )
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain("'unsafe-eval'")
})

test('the policy allows only the mail style inline, and only data: frames for the mail preview', () => {
  const policy = pagePolicy('')
  expect(policy).toContain(`style-src 'self' ${MAIL_STYLE_SOURCE};`)
  expect(MAIL_STYLE_SOURCE).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(policy).toContain('frame-src data:;')
})

test('the policy allows the inline style of the page by its hash, and no other', () => {
  const policy = pagePolicy('<style>p{}</style>')
  expect(policy).toContain(
    `style-src 'self' ${MAIL_STYLE_SOURCE} 'sha256-${createHash('sha256').update('p{}').digest('base64')}';`,
  )
  expect(policy).not.toContain('unsafe-inline')
})

test('a page may connect to the card agent only if the installation signs with cards', () => {
  expect(pagePolicy('', 'https://api.example', 'firmador')).toContain(
    "connect-src 'self' https://api.example http://127.0.0.1:3516;",
  )
  expect(pagePolicy('', '', 'simulated')).toContain("connect-src 'self';")
})

test('Trusted Types allow only the default policy in pages and no policy in workers', () => {
  expect(pagePolicy('')).toMatch(/; require-trusted-types-for 'script'; trusted-types default$/)
  expect(workerPolicy()).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
})

test('Trusted Types are off if developers’ remotes may come from other origins', () => {
  expect(pagePolicy('', '', 'simulated', ['http://localhost:*'])).not.toContain('trusted-types')
})

describe('releases on another origin', () => {
  const integrity = `sha384-${'A'.repeat(64)}`
  const at = (manifest: string) => ({ manifest, integrity, shared: '^1.0.0' })
  const registry: Registry = {
    version: 1,
    remotes: {
      mf_auth: { active: '1', fallback: null, releases: { '1': at('/r/mf_auth/1/mf-manifest.json') } },
      mf_reports: {
        active: '3',
        fallback: '2',
        canary: { release: '4', percent: 5 },
        releases: Object.fromEntries(
          ['1', '2', '3', '4'].map((id) => [id, at(`https://cdn.example/trazo/${id}/mf-manifest.json`)]),
        ),
      },
    },
  }

  test('the policy adds exactly the folders of active, fallback and canary releases and changes nothing else', () => {
    const folders = releaseFolders(registry)
    expect(folders).toEqual(['3', '2', '4'].map((id) => `https://cdn.example/trazo/${id}/`))
    const policy = pagePolicy('', '', 'simulated', [], folders)
    for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* ${folders.join(' ')};`))
    expect(policy.replaceAll(` ${folders.join(' ')}`, '')).toBe(pagePolicy(''))
  })

  test('there are no release folders without a registry or without a release on another origin', () => {
    expect(releaseFolders(undefined)).toEqual([])
    expect(releaseFolders({ version: 1, remotes: { mf_auth: registry.remotes.mf_auth } })).toEqual([])
  })
})
