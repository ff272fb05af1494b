import { escapeHtml } from './static-page.ts'

test('escapeHtml keeps text inside an element or a quoted attribute', () => {
  expect(escapeHtml(`<b title='a' id="b">&</b>`)).toBe('&lt;b title=&#39;a&#39; id=&quot;b&quot;&gt;&amp;&lt;/b&gt;')
})
