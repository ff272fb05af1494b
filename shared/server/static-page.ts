const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Inline, before the first paint. The site stores the theme. */
export const THEME_SCRIPT =
  "try{if(localStorage.getItem('trazo.theme')==='dark')document.documentElement.dataset.theme='dark'}catch{}"
