import { router, signedIn } from '@/server/rpc'
import * as inputs from '../inputs'
import { countWaiting, listInbox } from './inbox.service'
import * as service from './suggestions.service'

/** `suggestion.*` (product.md 4.12, rulings 4, 7): what is suggested in a page, what became of it, and deciding without an editor. */
export const suggestionsRouter = router({
  suggestions: signedIn
    .input(inputs.ListSuggestions)
    .query(({ ctx, input }) => service.listSuggestions(ctx, input)),

  history: signedIn.input(inputs.ListSuggestions).query(({ ctx, input }) => service.listHistory(ctx, input)),

  /** The names of all whose suggestions wait in a page, also of those who have left it. */
  authors: signedIn
    .input(inputs.SuggestionAuthors)
    .query(({ ctx, input }) => service.listAuthors(ctx, input.documentId)),

  /** Over all pages: what waits for the caller, and what they wait for. */
  inbox: signedIn.input(inputs.ListInbox).query(({ ctx, input }) => listInbox(ctx, input)),

  inboxCount: signedIn.query(({ ctx }) => countWaiting(ctx)),

  accept: signedIn
    .input(inputs.DecideSuggestions)
    .mutation(({ ctx, input }) => service.decideSuggestions(ctx, input, true)),

  reject: signedIn
    .input(inputs.DecideSuggestions)
    .mutation(({ ctx, input }) => service.decideSuggestions(ctx, input, false)),

  takeBack: signedIn
    .input(inputs.TakeBackDecision)
    .mutation(({ ctx, input }) => service.takeBackDecision(ctx, input)),

  decided: signedIn
    .input(inputs.DecidedSuggestions)
    .mutation(({ ctx, input }) => service.noteDecided(ctx, input)),

  /** Owners alone: whether viewers are told of discussions and suggestions. The document that they open holds the latter all the same. */
  hideReview: signedIn.input(inputs.HideReview).mutation(({ ctx, input }) => service.hideReview(ctx, input)),
})
