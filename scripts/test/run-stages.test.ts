import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedStage, nothing, type Report } from './report.ts'
import { runStages, type Stage } from './run-stages.ts'

const quiet = { onStart: () => undefined, onEnd: () => undefined }

const scene = () => {
  const started: string[] = []
  const ends = new Map<string, (report: Report) => void>()
  const stage = (id: string, slots: number, needs: readonly string[] = []): Stage => ({
    id,
    title: id,
    needs,
    slots,
    run: () => {
      started.push(id)
      return new Promise((resolve) => ends.set(id, resolve))
    },
  })
  const end = async (id: string, report: Report = { ...nothing, passed: 1 }): Promise<void> => {
    ends.get(id)?.(report)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, stage, end }
}

test('stages run in parallel if slots are free, after the stages they need', async () => {
  const { started, stage, end } = scene()
  const total = runStages([stage('a', 3), stage('b', 1), stage('c', 4, ['a']), stage('d', 1, ['b'])], quiet)
  assert.deepEqual(started, ['a', 'b'])
  await end('b')
  assert.deepEqual(started, ['a', 'b', 'd'])
  await end('a')
  assert.deepEqual(started, ['a', 'b', 'd'])
  await end('d')
  assert.deepEqual(started, ['a', 'b', 'd', 'c'])
  await end('c')
  assert.equal((await total).passed, 4)
})

test('after a failure no new stage starts, and running stages finish', async () => {
  const { started, stage, end } = scene()
  const total = runStages([stage('a', 1), stage('b', 1), stage('c', 3)], quiet)
  await end('a', failedStage('a', 'no'))
  await end('b')
  assert.deepEqual(started, ['a', 'b'])
  const { passed, failed } = await total
  assert.deepEqual([passed, failed], [1, 1])
})

test('a stage that throws counts as failed', async () => {
  const stage: Stage = { id: 'a', title: 'a', needs: [], slots: 1, run: () => Promise.reject(new Error('broken')) }
  assert.match((await runStages([stage], quiet)).failures[0]?.message ?? '', /broken/)
})

test('a stage starts immediately when the stage that it needs is not part of the run', async () => {
  const { stage, end } = scene()
  const total = runStages([stage('a', 1, ['absent'])], quiet)
  await end('a')
  assert.equal((await total).passed, 1)
})
