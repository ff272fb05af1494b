import { screen } from '@testing-library/react'
import type { PagePictureProps } from 'shared/contract'
import type { RemoteHost, SlotProps } from 'shared/remote'

interface Mount extends Pick<SlotProps, 'quiet' | 'onUnavailable'> {
  readonly slot: string
  readonly props: PagePictureProps
}

const MAKING = 'picture in the making'

export const fakeSigning = () => {
  const asked: Mount[] = []
  const host: RemoteHost = {
    Slot: ({ slot, props, quiet, onUnavailable }) => {
      asked.push({ slot, props: props as PagePictureProps, quiet, onUnavailable })
      return <p>{MAKING}</p>
    },
    preload: () => undefined,
  }
  return {
    host,
    asked,
    mounted: () => screen.queryAllByText(MAKING).length,
    last: (): Mount => {
      const mount = asked.at(-1)
      if (!mount) throw new Error('no picture was asked for')
      return mount
    },
  }
}
