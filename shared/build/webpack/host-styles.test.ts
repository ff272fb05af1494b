import hostStyles from './host-styles.ts'

test('hostStyles scopes the rules of the page to the embedded element', () => {
  const source = `@layer base, shared, remote;
@layer base {
  :root,
  [data-theme="light"] {
    --color-paper: #fff;
  }
  html {
    text-size-adjust: 100%;
  }
  html:has(dialog:modal) {
    overflow: hidden;
  }
  body {
    color: var(--color-ink);
  }
  h1 {
    font-weight: 600;
  }
}
`
  expect(hostStyles(source)).toBe(`@layer base, shared, remote;
@scope (.trazo) {
@layer base {
  :scope,
  [data-theme="light"] {
    --color-paper: #fff;
  }
  :scope {
    text-size-adjust: 100%;
  }
  :scope:has(dialog:modal) {
    overflow: hidden;
  }
  :scope {
    color: var(--color-ink);
  }
  h1 {
    font-weight: 600;
  }
}
}
`)
})
