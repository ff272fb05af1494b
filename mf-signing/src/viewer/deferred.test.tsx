import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { deferComponent } from './deferred.ts'

const Word = () => <p>Aquí está</p>

const chunk = () => {
  const loads: { arrive: () => void; fail: () => void }[] = []
  const part = deferComponent(
    () =>
      new Promise<{ default: typeof Word }>((resolve, reject) => {
        loads.push({
          arrive: () => resolve({ default: Word }),
          fail: () => reject(Object.assign(new Error('offline'), { name: 'ChunkLoadError' })),
        })
      }),
  )
  const onFailed = jest.fn()
  const Screen = ({ wanted }: { wanted: boolean }) => {
    const Part = part.use(wanted, onFailed)
    return Part ? <Part /> : null
  }
  return { loads, onFailed, Screen }
}

test('a deferred part loads only when it is needed, and is available immediately the next time', async () => {
  const { loads, Screen } = chunk()
  const { rerender, unmount } = render(<Screen wanted={false} />)
  expect(loads).toHaveLength(0)
  rerender(<Screen wanted />)
  loads[0]?.arrive()
  expect(await screen.findByText('Aquí está')).toBeVisible()
  unmount()
  render(<Screen wanted />)
  expect(screen.getByText('Aquí está')).toBeVisible()
  expect(loads).toHaveLength(1)
})

test('a failed load is reported and retried the next time', async () => {
  const { loads, onFailed, Screen } = chunk()
  const { rerender } = render(<Screen wanted />)
  loads[0]?.fail()
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
  rerender(<Screen wanted={false} />)
  rerender(<Screen wanted />)
  loads[1]?.arrive()
  expect(await screen.findByText('Aquí está')).toBeVisible()
})

test('a failed load is retried automatically when the network returns', async () => {
  const { loads, onFailed, Screen } = chunk()
  const { unmount } = render(<Screen wanted />)
  loads[0]?.fail()
  await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
  fireEvent.online(window)
  loads[1]?.arrive()
  expect(await screen.findByText('Aquí está')).toBeVisible()
  unmount()
  fireEvent.online(window)
  expect(loads).toHaveLength(2)
})

test('a part that arrives between the render and its effect is shown', async () => {
  const { loads, Screen } = chunk()
  const before = render(<Screen wanted />)
  before.unmount()
  const Page = () => {
    useLayoutEffect(() => loads[0]?.arrive(), [])
    return <Screen wanted />
  }
  // React's own schedule: promises run before effects.
  const { IS_REACT_ACT_ENVIRONMENT } = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Page />)
  await waitFor(() => expect(place).toHaveTextContent('Aquí está'))
  root.unmount()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT })
})
