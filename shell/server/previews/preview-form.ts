import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { staticPage, staticPolicy } from '../static-page/static-page.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

const STYLE = read('preview-form.css')
const SCRIPT = read('preview-form.js')

/** Its fields have no names: no browser can put a token into an address. */
export const previewFormPage = (shellPage: string): string =>
  staticPage(shellPage, {
    title: 'Vista previa de una versión',
    look: STYLE,
    main: `<h1>Vista previa de una versión</h1>
<p>Verás una versión de una parte del sitio, solo en este navegador y por 8 horas. Nadie más la ve. Su código usa tu sesión: abre solo lo que es de tu equipo.</p>
<noscript><p>Esta página necesita JavaScript. Actívalo en tu navegador y vuelve a cargarla.</p></noscript>
<form id="form">
<label for="token">Token</label>
<input id="token" type="password" autocomplete="off" required>
<label for="remote">Parte</label>
<input id="remote" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="remote-hint">
<p id="remote-hint">Por ejemplo: mf_documents</p>
<label for="release">Versión</label>
<input id="release" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="release-hint">
<p id="release-hint">Las publicadas las muestra pnpm releases. Lo que se subió sin publicar empieza con previa-.</p>
<p id="problem" role="alert"></p>
<button>Abrir vista previa</button>
</form>`,
    end: `<script>${SCRIPT}</script>\n`,
  })

export const previewFormPolicy = (html: string): string =>
  staticPolicy(html, ["connect-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"])
