; group-privacy-product-control, Scope(5): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_UF)
(set-info :status sat)
(declare-fun |m[2]| () Bool)
(declare-fun |m[3]| () Bool)
(define-fun t!1 () Bool (not |m[3]|))
(declare-fun |m[4]| () Bool)
(define-fun t!2 () Bool (not |m[4]|))
(declare-fun |m[5]| () Bool)
(define-fun t!3 () Bool (not |m[5]|))
(assert (and (or |m[2]| t!1) (or |m[3]| t!2) (or |m[4]| t!3)))
(assert (not (and (not (and |m[2]| t!1)) (not (and |m[3]| t!2)) (not (and |m[4]| t!3)) t!3)))
(check-sat)
