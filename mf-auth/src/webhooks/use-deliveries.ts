import { useCallback, useEffect, useState } from 'react'
import type { WebhookDelivery } from 'shared/contract/webhooks'
import { webhooksApi } from '../api/webhooks-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { useLoaded } from '../sections/use-loaded.ts'

/** Milliseconds. */
const LOOK_AGAIN = 2000
const LOOKS = 15

interface Older {
  /** With the first page as it was. */
  readonly items: readonly WebhookDelivery[]
  readonly next: string | null
}

const nothing = { items: [], next_cursor: null }

export const useDeliveries = (webhookId: number) => {
  const read = useCallback(() => webhooksApi.deliveries(webhookId), [webhookId])
  const { loaded, reload } = useLoaded(read, failureTexts.deliveries)
  const [older, setOlder] = useState<Older>()
  const [looks, setLooks] = useState(0)
  const first = loaded.kind === 'ready' ? loaded.value : nothing
  const waits = looks > 0 && first.items.some(({ state }) => state === 'pending')
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => {
      setLooks(looks - 1)
      reload()
    }, LOOK_AGAIN)
    return () => clearTimeout(timer)
  }, [waits, looks, reload])
  const known = new Set(first.items.map(({ id }) => id))
  const items = [...first.items, ...(older?.items ?? []).filter(({ id }) => !known.has(id))]
  const next = older === undefined ? first.next_cursor : older.next
  const readOlder = async (cursor: string) => {
    try {
      const page = await webhooksApi.deliveries(webhookId, cursor)
      setOlder({ items: [...items, ...page.items], next: page.next_cursor })
    } catch (error) {
      notifyFailure(error, failureTexts.deliveries)
    }
  }
  return {
    loaded,
    items,
    reload,
    readOlder: next === null ? undefined : () => readOlder(next),
    /** Reads again until the answer came, for a while. */
    expectAnswer: () => {
      reload()
      setLooks(LOOKS)
    },
  }
}
