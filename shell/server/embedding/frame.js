// Of framed pages alone.
;(origins) => {
  const start = location.pathname
  const documentId = Number(start.split('/').find((part) => /^\d+$/.test(part)))

  // Browsers deliver to no other origin.
  const post = (type, more = {}) => {
    for (const origin of origins) parent.postMessage({ ...more, type: `trazo:${type}`, documentId }, origin)
  }

  addEventListener('trazo', ({ detail: { type, ...more } }) => post(type, more))

  let height = 0
  new ResizeObserver(() => {
    const now = document.documentElement.scrollHeight
    if (now !== height) post('resize', { height: now })
    height = now
  }).observe(document.documentElement)

  // The server refuses other pages.
  const stay = () => {
    if (location.pathname !== start) location.reload()
  }
  for (const change of ['pushState', 'replaceState']) {
    const original = history[change].bind(history)
    history[change] = (...args) => {
      original(...args)
      stay()
    }
  }
  addEventListener('popstate', stay)

  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
      if (link === null || link.pathname === start || link.hasAttribute('download')) return
      event.preventDefault()
      event.stopPropagation()
      open(link.href, '_blank', 'noopener')
    },
    true,
  )
}
