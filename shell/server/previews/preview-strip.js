{
  const strip = document.getElementById('trazo-preview')
  strip.querySelector('button').addEventListener('click', async () => {
    const answer = await fetch('/previews', { method: 'DELETE' }).catch(() => undefined)
    if (answer?.ok) return location.reload()
    strip.querySelector('[role=status]').textContent = 'No se pudo terminar. Inténtalo de nuevo.'
  })
}
