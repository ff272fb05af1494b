import { useEffect, useEffectEvent } from 'react'
import type { UserFile } from 'shared/contract'
import { invitedSignerKey } from 'shared/contract/signing-order'
import { type QuestionThread, questionsApi } from 'shared/http/deferred'
import { useSearchParams } from 'shared/router'
import type { EditorDialog } from '../editor-dialog.ts'
import { useFollowedList } from '../use-followed-list.ts'

/** By name and address. */
export interface AskingSigner {
  readonly name: string
  readonly email: string
}

export interface QuestionsOptions {
  readonly file: UserFile
  readonly onChanged: () => void
  readonly openDialog: (dialog: EditorDialog) => void
}

const none = (): Promise<readonly QuestionThread[]> => Promise.resolve([])

/** The mail of a question names its thread. */
const ADDRESS = 'preguntas'

/** Opens the thread of the address once it is there, and takes it out of the address. */
const useAddress = (list: readonly QuestionThread[], open: (thread: QuestionThread) => void): void => {
  const [search, setSearch] = useSearchParams()
  const named = search.get(ADDRESS)
  const thread = named === null ? undefined : list.find(({ id }) => String(id) === named)
  const openNow = useEffectEvent((found: QuestionThread) => {
    const rest = new URLSearchParams(search)
    rest.delete(ADDRESS)
    setSearch(rest, { replace: true })
    open(found)
  })
  useEffect(() => {
    if (thread) openNow(thread)
  }, [thread])
}

/** Questions of invited people. A document without any sends no call. */
export const useQuestions = ({ file, onChanged, openDialog }: QuestionsOptions) => {
  const { list, load, reload } = useFollowedList<QuestionThread>(file, {
    read: file.questions === undefined ? none : questionsApi.list,
    isMoving: () => false,
  })
  const open = ({ id }: QuestionThread): void => openDialog({ kind: 'questions', threadId: id })
  useAddress(list, open)
  const keyOf = (person: AskingSigner): string => invitedSignerKey({ name: person.name, email: person.email })
  return {
    ...{ list, load, reload, open },
    threadOf: (person: AskingSigner): QuestionThread | undefined =>
      person.email === '' ? undefined : list.find((thread) => keyOf(thread) === keyOf(person)),
    /** Of people who are no longer listed, or had another address. */
    withoutPeople: (people: readonly AskingSigner[]): readonly QuestionThread[] => {
      const listed = new Set(people.map(keyOf))
      return list.filter((thread) => !listed.has(keyOf(thread)))
    },
    answer: async (thread: QuestionThread, text: string, read: number): Promise<QuestionThread> => {
      const body = read === 0 ? { text } : { text, read }
      const answered = await questionsApi.answer(file.id, thread.id, body)
      reload()
      onChanged()
      return answered
    },
  }
}

export type QuestionsModel = ReturnType<typeof useQuestions>
