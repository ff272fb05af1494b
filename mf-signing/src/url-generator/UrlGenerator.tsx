import { useId } from 'react'
import { EmptyState, Surface } from 'shared/ui'
import { EndSharingDialog } from './EndSharingDialog.tsx'
import { GeneratedUrl } from './GeneratedUrl.tsx'
import { GeneratorForm } from './GeneratorForm.tsx'
import { choicesOf } from './generation.ts'
import { PreviewList } from './PreviewList.tsx'
import { SameNames } from './SameNames.tsx'
import styles from './UrlGenerator.module.css'
import { useUrlGenerator } from './use-url-generator.ts'

export default function UrlGenerator() {
  const id = useId()
  const { places, preview, list, generation, dispatch, ending, askToEnd, shareRow, link, setLink } = useUrlGenerator()
  const choices = choicesOf(generation)

  if (preview.kind === 'ready' && preview.documents.length === 0 && preview.next === null)
    return <EmptyState title="Aún no tienes documentos" text="Sube un PDF y aquí podrás generar su URL." />
  return (
    <div className={styles.generator}>
      <Surface as="section" className={styles.sheet} aria-labelledby={`${id}-generate`}>
        <h2 id={`${id}-generate`}>Generar una URL pública</h2>
        <GeneratorForm
          generation={generation}
          dispatch={dispatch}
          inputRef={places.input}
          noticeId={`${id}-notice`}
          link={link}
          onLink={setLink}
        />
        {choices.length > 0 && (
          <SameNames
            files={choices}
            sharing={generation.kind === 'sharing' ? generation.file : undefined}
            headingRef={places.heading}
            onChoose={(file) => dispatch({ kind: 'chosen', file })}
          />
        )}
        {generation.kind === 'generated' && (
          <GeneratedUrl
            file={generation.file}
            headingRef={places.heading}
            onEnd={() => askToEnd(generation.file, 'result')}
          />
        )}
      </Surface>
      <section className={styles.preview} aria-labelledby={`${id}-documents`}>
        <h2 id={`${id}-documents`}>Tus documentos</h2>
        <PreviewList
          preview={preview}
          listRef={places.list}
          noticeId={`${id}-notice`}
          onRetry={list.retry}
          onMore={list.more}
          onShare={shareRow}
          onEnd={(file) => askToEnd(file, 'row')}
        />
      </section>
      <EndSharingDialog {...ending} />
    </div>
  )
}
