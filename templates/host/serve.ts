import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'

/** For development alone: your own server does this in production. */
const DIST = join(import.meta.dirname, 'dist')
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const pageOf = (link: string): string => `<!doctype html>
<html lang="es">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>portal-example</title>
  <h1>Contratos</h1>
  <p id="estado" role="status"></p>
  <div id="firma" data-site="${quoted(new URL(link).origin)}" data-link="${quoted(link)}"></div>
  <script src="/main.js"></script>
</html>`

const [link = ''] = process.argv.slice(2)
const port = Number(process.env.PORT ?? 5173)

if (!URL.canParse(link)) {
  process.stderr.write(
    "npm start -- '<enlace de una invitación>'     por ejemplo: npm start -- 'https://trazo.example/sign/…'\n",
  )
  process.exit(1)
}

createServer(({ url = '/' }, answer) => {
  const { pathname } = new URL(url, 'http://localhost')
  const file = join(DIST, basename(pathname))
  if (pathname === '/') answer.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(link))
  else if (existsSync(file)) {
    answer.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(answer)
  } else answer.writeHead(404).end()
}).listen(port, 'localhost', () => process.stdout.write(`http://localhost:${port}\n`))
