{
  const field = (id) => document.getElementById(id)
  const say = (text) => {
    field('problem').textContent = text
  }
  const typed = (id) => field(id).value.trim()
  // After the # of an address that pnpm release --preview prints. It opens nothing by itself.
  const [, remote, release] = /^#(\w+)\/([\w.+-]+)$/.exec(location.hash) ?? []
  if (remote) {
    field('remote').value = remote
    field('release').value = release
    field('token').focus()
  }
  field('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    say('')
    const body = JSON.stringify({ token: typed('token'), remote: typed('remote'), release: typed('release') })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/previews', { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok) return location.assign('/')
    const refusal = await answer?.json().catch(() => undefined)
    say(refusal?.message ?? 'El sitio no responde. Lo que escribiste sigue aquí: inténtalo de nuevo.')
  })
}
