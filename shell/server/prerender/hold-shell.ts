const HOLD_MS = 1000

/** Template content loads only after insertion. */
const RELEASE = `{
const held = document.currentScript.previousElementSibling
const release = () => {
if (!held.isConnected) return
held.remove()
const parts = document.importNode(held.content, true)
for (const script of parts.querySelectorAll('script')) script.async = false
document.head.append(parts)
}
setTimeout(release, ${HOLD_MS})
Promise.resolve(window.trazoPrerender?.loaded).then(release, release)
}`

const SHELL_PARTS = /<script defer[^>]*><\/script>|<link rel="preload"[^>]*>/g

/**
 * Delays the shell until the prerender script has its files: they would
 * compete for network and CPU.
 */
export const holdShell = (html: string, elements: string): { readonly html: string; readonly elements: string } => {
  if (!elements.includes('<script>')) return { html, elements }
  const parts = [...html.matchAll(SHELL_PARTS), ...elements.matchAll(SHELL_PARTS)].map(([part]) => part)
  const held = `<template>${parts.join('')}</template><script>${RELEASE}</script></body>`
  return {
    html: html.replaceAll(SHELL_PARTS, '').replace('</body>', () => held),
    elements: elements.replaceAll(SHELL_PARTS, ''),
  }
}
