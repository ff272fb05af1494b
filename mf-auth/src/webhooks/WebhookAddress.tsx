import styles from './Webhooks.module.css'

export function WebhookAddress({ url }: { readonly url: string }) {
  return <span className={styles.address}>{url}</span>
}
