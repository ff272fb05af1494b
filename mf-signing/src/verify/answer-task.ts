/**
 * For workers. A rejection alone does not reach the page, which would wait
 * for ever; a reported error does.
 */
export const answerTask = <Task>(work: (task: Task) => Promise<void>): void => {
  self.onmessage = ({ data }: MessageEvent<Task>) => {
    work(data).catch(reportError)
  }
}
