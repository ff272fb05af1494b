import { renderInShell, screen, userEvent } from 'shared/testing'
import { HomePage } from './HomePage.tsx'

test('the button shows a notification', async () => {
  renderInShell(<HomePage />, { path: '/example' })
  expect(screen.getByRole('heading', { name: 'Ejemplo' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Probar un aviso' }))
  expect(await screen.findByText('Todo funciona')).toBeVisible()
})
