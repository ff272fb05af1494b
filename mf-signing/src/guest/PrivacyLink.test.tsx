import { screen } from '@testing-library/react'
import { renderInShell } from 'shared/testing'
import { PrivacyLink } from './PrivacyLink.tsx'

test.each([
  ['a mailed token', 'abc', '/privacidad#abc'],
  ['the link of an account', 'g2.abc.def', '/privacidad'],
  ['a public link', undefined, '/privacidad'],
])('the link to the privacy page carries %s only if it opens the person’s data', (_, token, href) => {
  renderInShell(<PrivacyLink token={token} />)
  expect(screen.getByRole('link')).toHaveAttribute('href', href)
})
