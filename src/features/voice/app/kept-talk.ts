import { appCodeOf } from '@/app/failures'
import { failureWords, rpc } from '@/app/rpc'
import { chatsChanged } from '@/features/chat/app/use-chat'
import { CHAT } from '@/features/chat/model'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { createStore, type Store } from '@/shared/store'
import type { Talk } from './talk'

/** Messages after which another chat is begun, so that there is room to go on in writing. */
const A_CHAT = 400

export interface KeptState {
  /** The chat that holds what was said last. */
  chatId: string | null
  /** Why something is not kept, in words. */
  error: string | null
}

/** Puts what is said in a voice chat into a chat of the person's. */
export class KeptTalk {
  private readonly own = createStore<KeptState>({ chatId: null, error: null })
  readonly state: Store<KeptState> = this.own
  private readonly known = new Set<string>()
  private wanted: Talk = []
  private sending: Promise<boolean> | null = null
  private chatId = newId()
  private inChat = 0

  /** Keeps these messages, those that it knows already aside. Answers whether all that was wanted is kept. */
  keep(messages: Talk): Promise<boolean> {
    const fresh = messages.filter(({ id }) => !this.known.has(id))
    for (const { id } of fresh) this.known.add(id)
    this.wanted = [...this.wanted, ...fresh]
    return fresh.length > 0 ? this.retry() : (this.sending ?? Promise.resolve(this.wanted.length === 0))
  }

  /** Sends what is not kept. Answers like {@link keep}. */
  retry(): Promise<boolean> {
    this.sending ??= this.send()
    return this.sending
  }

  private async send(): Promise<boolean> {
    try {
      while (this.wanted.length > 0) await this.sendSome()
      return true
    } catch (error) {
      const words = failureWords(error, t('The server cannot be reached. Please try again in a moment.'))
      this.own.set({ ...this.own.get(), error: t('What was said is not kept: {words}', { words }) })
      return false
    } finally {
      this.sending = null
      void chatsChanged()
    }
  }

  private async sendSome(): Promise<void> {
    if (this.inChat >= A_CHAT) this.beginChat()
    const some = this.wanted.slice(0, CHAT.talked)
    const isNew = this.inChat === 0
    try {
      await rpc.chat.keepTalk.mutate({ chatId: this.chatId, isNew, messages: some.map(sent) })
    } catch (error) {
      const code = appCodeOf(error)
      if (isNew || (code !== 'not-found' && code !== 'too-large')) throw error
      // The chat was deleted meanwhile, or filled in writing: the rest goes into another one.
      this.beginChat()
      return
    }
    this.inChat += some.length
    this.wanted = this.wanted.slice(some.length)
    this.own.set({ chatId: this.chatId, error: null })
  }

  private beginChat(): void {
    this.chatId = newId()
    this.inChat = 0
  }
}

const sent = ({ id, type, content, isStopped }: Talk[number]) => ({
  id,
  role: type === 'user' ? ('user' as const) : ('assistant' as const),
  content: content.slice(0, CHAT.question),
  isStopped,
})
