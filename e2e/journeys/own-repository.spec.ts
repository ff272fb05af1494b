import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPnpm } from '../../scripts/package/run-pnpm.ts'
import { inWorkspace } from '../../scripts/workspace.ts'
import { createPreviewToken } from '../../shell/server/preview-builds/preview-tokens.ts'
import { BUILD_MS, expect, test as slow } from '../harness/dev-server.ts'
import { ownerNamed, register } from '../harness/people.ts'
import { everything } from '../harness/sample.ts'

const test = slow.extend<{ repository: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
  repository: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'trazo-reports-'))
    const create = ['scripts/package/create-remote.ts', folder, 'mf_reportes']
    execFileSync(process.execPath, create, { cwd: inWorkspace(), stdio: 'pipe' })
    expect(await runPnpm(['install', '--prefer-offline'], folder)).toBe(0)
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})
test.use({ siteEnv: { MF_OVERRIDE_ORIGINS: 'local' } })

const REMOTE = 'node_modules/shared/build/command/main.js'

const whole = everything ? test : test.skip

whole(
  'a running site mounts a fourth remote that was built in an empty folder',
  async ({ page, trazo, repository, dev }) => {
    test.setTimeout(2 * BUILD_MS)
    const owner = ownerNamed('reportes')
    await register(page, owner)
    const item = page.getByRole('banner').getByRole('link', { name: 'Reportes' })
    await expect(item).toHaveCount(0)

    await test.step('the remote runs alone in its development server', async () => {
      const alone = await page.context().newPage()
      await alone.goto(await dev({ folder: repository, args: [REMOTE, 'start'], siteUrl: trazo.url }))
      await expect(alone.getByRole('heading', { name: 'Reportes' })).toBeVisible()
      await alone.close()
    })

    await test.step('its build is previewed in one browser before anything is published', async () => {
      const token = await createPreviewToken(trazo, 'mf_reportes', 'CI de reportes', new Date())
      const env = { ...process.env, TRAZO_RELEASE_TOKEN: token }
      const upload = [REMOTE, 'release', '--preview', '--site', trazo.url]
      const printed = execFileSync(process.execPath, upload, { cwd: repository, encoding: 'utf8', env })
      await page.goto(/http\S+\/previews#\S+/.exec(printed)?.[0] ?? '')
      await page.getByLabel('Token').fill(token)
      await page.getByRole('button', { name: 'Abrir vista previa' }).click()
      const strip = page.getByRole('complementary', { name: 'Vista previa' })
      await expect(strip).toContainText('Vista previa de mf_reportes')
      await item.click()
      await expect(page.getByText(`Hola, ${owner.username}.`)).toBeVisible()
      await strip.getByRole('button', { name: 'Terminar' }).click()
      await expect(strip).toHaveCount(0)
      await page.goto('/dashboard')
      await expect(item).toHaveCount(0)
    })

    const into = ['--into', trazo.dataDir, '--installation', inWorkspace()]
    execFileSync(process.execPath, [REMOTE, 'release', ...into], { cwd: repository, stdio: 'pipe' })
    await page.reload()
    await item.click()
    await expect(page).toHaveURL(/\/reportes$/)
    await expect(page).toHaveTitle(/Reportes/)
    await expect(page.getByText(`Hola, ${owner.username}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Probar un aviso' }).click()
    await expect(page.getByText('Todo funciona')).toBeVisible()

    await test.step('the running site loads the remote from its development server', async () => {
      const args = [REMOTE, 'start', '--hosted']
      const developer = await dev({ folder: repository, args, siteUrl: trazo.url })
      page.once('dialog', (dialog) => dialog.accept())
      await page.goto(`/reportes?mf.mf_reportes=${developer}/mf-manifest.json`)
      await expect(page.getByRole('region', { name: 'Herramientas de desarrollo' })).toContainText('Usando mf_reportes')
      await expect(page.getByText(`Hola, ${owner.username}.`)).toBeVisible()
    })
  },
)
