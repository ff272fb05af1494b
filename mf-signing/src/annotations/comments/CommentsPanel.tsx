import type { AnnotationComponent } from '../adapter/annotation-component.ts'
import { useStore } from '../store.ts'
import { CommentDialog } from './CommentDialog.tsx'
import { CommentList } from './CommentList.tsx'
import { CommentPopup } from './CommentPopup.tsx'
import type { CommentsModel } from './comments.ts'

export function CommentsPanel({ component, model }: { component: AnnotationComponent; model: CommentsModel }) {
  const { list, selected, popup, request } = useStore(model.state)
  const write = (text: string) => {
    model.write(text)
    component.lookAgain()
  }
  return (
    <>
      {list && (
        <CommentList
          comments={list}
          selected={selected}
          onSelect={(comment) => {
            component.goTo(comment.pageIndex + 1)
            model.select(comment)
          }}
        />
      )}
      {popup && (
        <CommentPopup
          component={component}
          comment={popup}
          onClose={model.closePopup}
          onDelete={() => {
            model.closePopup()
            component.manager.deleteComment(popup.editor, popup.editor.comment)
            component.lookAgain()
          }}
        />
      )}
      {request && <CommentDialog key={request.editor.id} request={request} onWrite={write} onCancel={model.cancel} />}
    </>
  )
}
