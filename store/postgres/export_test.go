package postgres

// OftenAsked are statements that are asked with nearly all that people do: who they are, and whom they do not want to meet or to read.
var OftenAsked = map[string]string{"person by token": personByToken, "unread": unreadOf, "apart": apartOf}
